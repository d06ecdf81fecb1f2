import type { ChangeEvent } from 'react';
import type { FlowCoverage } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { downloadFile } from '../../browser/downloadAndClipboard.ts';
import { flowWithId } from '../flowModels.ts';
import { coverageFile, readCoverage } from '../handCoverage.ts';
import type { LinkSend } from './LinkStatus.tsx';

const titleOf = (flow: string) => flowWithId(flow)?.title ?? flow;

/** Merges the file of another tester; a file that is none, and flows that have changed since, are reported at the field. */
async function mergeFile({ currentTarget: field }: ChangeEvent<HTMLInputElement>, send: LinkSend) {
  const text = await field.files?.[0]?.text();
  if (text === undefined) return;
  const read = readCoverage(text);
  if (read) send({ type: 'coverageMerged', coverage: read.coverage });
  const changed = read?.changedFlows.map(titleOf).join(', ');
  field.setCustomValidity(
    !read
      ? 'This file holds no coverage.'
      : changed
        ? `Left out, because they have changed: ${changed}.`
        : '',
  );
  field.reportValidity();
}

type Props = { coverage: Record<string, FlowCoverage>; send: LinkSend };

/** The coverage of all flows by hand: saved as a file with that of the tests, merged with that of others, and cleared. */
export function HandCoverage({ coverage, send }: Props) {
  return (
    <fieldset className="row hand-coverage" aria-label="Coverage of all flows">
      <button
        type="button"
        onClick={() =>
          downloadFile(
            'coverage.json',
            new Blob([JSON.stringify(coverageFile(coverage), null, 2)], { type: 'application/json' }),
          )
        }
      >
        Save the coverage of all flows
      </button>
      <label className="file-field">
        Merge the file of another tester{' '}
        <input type="file" accept=".json" onChange={(event) => mergeFile(event, send)} />
      </label>
      <button type="button" onClick={() => send({ type: 'coverageCleared' })}>
        Clear what was done by hand
      </button>
    </fieldset>
  );
}
