import type { Flow } from '../../../../../machines/paths/index.ts';
import { copyToClipboard, downloadJson } from '../../../../browser/downloadAndClipboard.ts';
import { focusById } from '../../../../browser/focus.ts';
import { useSnapshot } from '../../../../browser/snapshot.ts';
import { loadOwnBuild } from '../../flows/comparison.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { type BuildChanges, changesBetween, changesOfFlow, type FlowChanges } from '../../model/changes.ts';
import { FileInput } from '../../parts/FileInput.tsx';
import { plannedPathsOf } from '../../runs/planner/client.ts';
import { BUILD_FILE, readBuildFile } from '../../storage/buildFile.ts';
import { WrittenDifferences } from './WrittenDifferences.tsx';

type Comparison = VisualiserFlows['comparison'];

const PANEL = 'changes';

const SIGNS = { added: '+', removed: '−', altered: '~' } as const;

/** Opens the file of another build; returns in a sentence why it cannot be. */
function openFile(text: string, send: Comparison['send']): string | null {
  const build = readBuildFile(text);
  if (!build) {
    send({ type: 'closed' });
    return `This file is no ${BUILD_FILE} of a build.`;
  }
  send({ type: 'buildOpened', build });
  return null;
}

type ItemProps = { change: FlowChanges['changes'][number]; onSelect: (id: string) => void };

function ChangeItem({ change, onSelect }: ItemProps) {
  const { kind, status, name, differences, at } = change;
  const [first] = at;
  return (
    <li className={`change is-${status}`}>
      <span className="change-sign" aria-hidden="true">
        {SIGNS[status]}
      </span>
      <strong>{status}</strong> <small>{kind}</small>{' '}
      {first === undefined ? (
        name
      ) : (
        <button type="button" className="change-name" onClick={() => onSelect(first)}>
          {name}
        </button>
      )}
      {differences.map(({ what, before, after }) => (
        <span key={what} className="difference">
          {what}: <del>{before || 'nothing'}</del> → <ins>{after || 'nothing'}</ins>
        </span>
      ))}
    </li>
  );
}

type FlowProps = { changes: FlowChanges | null; onSelect: (id: string) => void };

function ChangesOfFlow({ changes, onSelect }: FlowProps) {
  if (!changes) return <p className="note">Nothing has changed in this flow.</p>;
  if (changes.status !== 'altered') return <p className="note">The other build does not have this flow.</p>;
  return (
    <ul className="stack changes">
      {changes.changes.map((change) => (
        <ChangeItem
          key={`${change.status} ${change.kind} ${change.name}`}
          change={change}
          onSelect={onSelect}
        />
      ))}
      {changes.lostCoverage.map(({ level, kind, name, at }) => (
        <li key={`${level} ${kind} ${name}`} className="change is-removed">
          <strong>coverage lost</strong> at {level}: <small>{kind}</small>{' '}
          <button type="button" className="change-name" onClick={() => onSelect(at)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The other flows that changed, and everything as Markdown. */
function WholeBuild({ changes, flow }: { changes: BuildChanges; flow: Flow }) {
  const others = changes.flows.filter((each) => each.flow !== flow.id);
  const markdown = changes.asMarkdown();
  return (
    <>
      {others.length > 0 && (
        <p>
          Something changed as well in{' '}
          {others
            .map(({ title, status }) => (status === 'altered' ? title : `${title} (${status})`))
            .join(', ')}
          .
        </p>
      )}
      <details>
        <summary>As Markdown, for a pull request</summary>
        <textarea readOnly aria-label="What changed, as Markdown" value={markdown} rows={10} />
      </details>
      <button type="button" onClick={() => copyToClipboard(markdown)}>
        Copy as Markdown
      </button>
    </>
  );
}

/** The differences between the machine of this build and its written plan. */
function WrittenPlan({ flow }: { flow: Flow }) {
  const { output: plan } = useSnapshot(plannedPathsOf(flow.id));
  if (!plan || 'problem' in plan) return null;
  if (plan.differences.length > 0) return <WrittenDifferences differences={plan.differences} />;
  return <p className="note">{flow.title} does what its written plan says.</p>;
}

type Props = {
  flow: Flow;
  comparison: Comparison;
  /** Selects a state or a transition on the chart. */
  onSelect: (id: string) => void;
};

/** The changes since another build, whose file is opened here: of this flow, and of all as Markdown. */
export function ChangesPanel({ flow, comparison: { snapshot, send }, onSelect }: Props) {
  const { other, own, error } = snapshot.context;
  const changes = snapshot.matches('compared') && other && own ? changesBetween(other, own) : null;
  // The pressed button is replaced: the focus moves to the panel.
  const sendAndFocus: Comparison['send'] = (event) => {
    send(event);
    focusById(PANEL);
  };
  return (
    <div className="stack changes-panel" id={PANEL} tabIndex={-1} data-state={snapshot.value}>
      <div className="row">
        <FileInput
          label="Compare with the file of another build"
          open={(text) => openFile(text, sendAndFocus)}
        />
        <button type="button" onClick={async () => downloadJson('build.json', await loadOwnBuild())}>
          Save the file of this build
        </button>
        {snapshot.can({ type: 'closed' }) && (
          <button type="button" onClick={() => sendAndFocus({ type: 'closed' })}>
            Close
          </button>
        )}
      </div>
      {snapshot.matches('loading') && <p role="status">Loading the flows of this build…</p>}
      {snapshot.matches('failed') && (
        <p role="alert">
          The builds cannot be compared. {error}{' '}
          <button type="button" onClick={() => sendAndFocus({ type: 'retried' })}>
            Try again
          </button>
        </p>
      )}
      {snapshot.matches('closed') && <WrittenPlan flow={flow} />}
      {changes && (
        <>
          <h2>
            {flow.title}:{' '}
            {changes.after === changes.before
              ? 'the file is of this build'
              : `${changes.after} since ${changes.before}`}
          </h2>
          <ChangesOfFlow changes={changesOfFlow(changes, flow.id)} onSelect={onSelect} />
          <WholeBuild changes={changes} flow={flow} />
        </>
      )}
    </div>
  );
}
