import { catalogue } from '../../../machines/catalogue.ts';
import { buildModelOf } from '../../../machines/paths/index.ts';
import { errorCatalogue } from '../tool/model/messages/errorCatalogue.ts';
import { BUILD_FILE } from '../tool/storage/buildFile.ts';

/** The file with the flows of a build, for the visualiser of another build. It takes some seconds. */
export const buildFile = (version: string): { fileName: string; source: string } => ({
  fileName: BUILD_FILE,
  source: JSON.stringify(buildModelOf(version, catalogue, errorCatalogue)),
});
