import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { flowWithId } from '../flowModels.ts';
import { coverageFile, readCoverage } from '../handCoverage.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';
import { FileInput } from './FileInput.tsx';

const titleOf = (flow: string) => flowWithId(flow)?.title ?? flow;

/** Merges the file of another tester; returns a sentence about the part that is not merged. */
function mergeFile(text: string, send: VisualiserFlows['link']['send']): string | null {
  const read = readCoverage(text);
  if (!read) return 'This file holds no coverage.';
  send({ type: 'coverageMerged', coverage: read.coverage });
  const changed = read.changedFlows.map(titleOf).join(', ');
  return changed ? `Left out, because they have changed: ${changed}.` : null;
}

/** The coverage of all flows by hand: saved as a file with that of the tests, merged with that of others, and cleared. */
export function HandCoverage({ link: { snapshot, send } }: Pick<VisualiserFlows, 'link'>) {
  return (
    <fieldset className="row" aria-label="Coverage of all flows">
      <button
        type="button"
        onClick={() =>
          downloadFile(
            'coverage.json',
            new Blob([JSON.stringify(coverageFile(snapshot.context.coverage), null, 2)], {
              type: 'application/json',
            }),
          )
        }
      >
        Save the coverage of all flows
      </button>
      <FileInput label="Merge the file of another tester" open={(text) => mergeFile(text, send)} />
      <button type="button" onClick={() => send({ type: 'coverageCleared' })}>
        Clear what was done by hand
      </button>
    </fieldset>
  );
}
