import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { UsageError } from '../../machines/paths/command/usageError.ts';
import {
  type BuildModel,
  buildModelOf,
  compareBuilds,
  type Flow,
  withTestRuns,
} from '../../machines/paths/index.ts';
import { errorMessage } from '../../machines/shared/actors.ts';
import { errorCatalogue } from '../../src/visualiser/tool/model/index.ts';
import { readBuildFile } from '../../src/visualiser/tool/storage/index.ts';
import { readObservedCoverage } from '../support/pathFailures.ts';

/** `npm run paths -- --since <ref>`: the changes of the flows since a commit, or since the build of a file. */

const root = fileURLToPath(new URL('../..', import.meta.url));

type Git = (...args: string[]) => string | null;

/** Runs Git in a folder. The result is its output; null where it fails. */
const gitIn =
  (folder: string): Git =>
  (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };

/** The first line of an error without the paths of a temporary folder. */
const reasonOf = (error: unknown, folder: string): string =>
  (errorMessage(error, String(error)).split('\n')[0] ?? '').replaceAll(`${folder}/`, '').replace(/\.$/, '');

/** Copies the files of a commit into a folder, with the packages that are installed now. */
function extract(git: Git, ref: string, commit: string, folder: string): void {
  const archive = join(folder, 'archive.tar');
  const isExtracted =
    git('archive', '--format=tar', '-o', archive, commit) !== null &&
    spawnSync('tar', ['-xf', archive, '-C', folder]).status === 0;
  if (!isExtracted)
    throw new UsageError(`The files of "${ref}" cannot be read: is git archive possible here?`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isFlow = (value: unknown): value is Flow =>
  typeof value === 'object' && value !== null && ['id', 'machine', 'events'].every((key) => key in value);
type Message = NonNullable<Parameters<typeof buildModelOf>[2]>[number];

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  ['where', 'condition', 'text', 'flow'].every((key) => typeof Reflect.get(value, key) === 'string');

/** A list that a file of a folder exports; empty where there is no such file. */
async function listIn(folder: string, file: string, name: string): Promise<unknown[]> {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  const list: unknown = Reflect.get(await import(pathToFileURL(path).href), name);
  return isList(list) ? list : [];
}

/** The flows of a commit, loaded from a temporary folder. */
async function modelOfCommit(ref: string, repository: string): Promise<BuildModel> {
  const git = gitIn(repository);
  if (git('rev-parse', '--git-dir') === null)
    throw new UsageError(`This folder is no Git repository, so that nothing can be compared with "${ref}".`);
  const commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit === null) throw new UsageError(`There is no commit "${ref}", and no file of a build.`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'since-')));
  try {
    extract(git, ref, commit, folder);
    const flows = (await listIn(folder, 'machines/catalogue.ts', 'catalogue')).filter(isFlow);
    if (flows.length === 0) throw new Error('it has no catalogue of flows');
    const messages = await listIn(folder, 'src/visualiser/tool/model/index.ts', 'errorCatalogue');
    return buildModelOf(ref, flows, messages.filter(isMessage));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The flows of "${ref}" cannot be loaded: ${reasonOf(error, folder)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function modelInFile(file: string): BuildModel {
  const model = readBuildFile(readFileSync(file, 'utf8'));
  if (!model) throw new UsageError(`"${file}" is no file of a build with its flows.`);
  return model;
}

/** The flows of this working tree, with their coverage by the last tests. */
const modelNow = (): BuildModel =>
  withTestRuns(buildModelOf('now', catalogue, errorCatalogue), readObservedCoverage());

/**
 * Prints as Markdown the changes of the flows since a commit, or since the build of a file that ends with `.json`.
 *
 * @throws UsageError where there is no such commit, or its flows cannot be loaded
 */
export async function printChangesSince(ref: string, repository = root, now = modelNow): Promise<void> {
  const isFile = ref.endsWith('.json') && existsSync(ref);
  const before = isFile ? modelInFile(ref) : await modelOfCommit(ref, repository);
  console.log(compareBuilds(before, now()).asMarkdown());
}
