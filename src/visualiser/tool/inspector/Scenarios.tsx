import type { FormEvent } from 'react';
import type { Flow } from '../../../../machines/paths/index.ts';
import type { Scenario } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { copyToClipboard } from '../../../browser/downloadAndClipboard.ts';
import { focusById } from '../../../browser/focus.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { exportOf } from '../environment/scenarios.ts';
import { Button } from '../parts/Button.tsx';
import type { VisualiserFlows } from '../visualiserFlows.ts';

const HEADING = 'scenarios';

type Environment = VisualiserFlows['environment'];

type ItemProps = { scenario: Scenario; send: Environment['send'] };

function ScenarioItem({ scenario, send }: ItemProps) {
  const { output } = useSnapshot(exportOf(scenario));
  const { name, settings } = scenario;
  return (
    <li className="scenario">
      <h3>{name}</h3>
      <div className="row">
        <button
          type="button"
          aria-label={`Replay: ${name}`}
          onClick={() => send({ type: 'replayed', scenario })}
        >
          Replay
        </button>
        <Button
          isDisabled={!output}
          aria-label={`Copy a link: ${name}`}
          onClick={() => output && copyToClipboard(output.url)}
        >
          Copy a link
        </Button>
        <button
          type="button"
          aria-label={`Remove: ${name}`}
          onClick={() => {
            send({ type: 'removed', scenario });
            focusById(HEADING);
          }}
        >
          Remove
        </button>
      </div>
      <label className="link-field">
        Link <input readOnly value={output?.url ?? ''} />
      </label>
      {settings.answers.length > 0 && (
        <details>
          <summary>as a case of the flow</summary>
          <pre className="scenario-case">{output?.code}</pre>
        </details>
      )}
    </li>
  );
}

/** The environments that were saved under a name, and a form that saves the current one. */
export function Scenarios({ flow, environment }: { flow: Flow; environment: Environment }) {
  const { snapshot, send } = environment;
  const scenarios = snapshot.context.scenarios.filter((saved) => saved.flow === flow.id);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '') send({ type: 'saved', flow: flow.id, name });
  };
  return (
    <>
      <h2 id={HEADING} tabIndex={-1}>
        Scenarios
      </h2>
      <form className="row" onSubmit={save}>
        <label>
          Name <input name="name" required maxLength={80} />
        </label>
        <button type="submit">Save what is set</button>
      </form>
      {scenarios.length > 0 && (
        <ul className="stack">
          {scenarios.map((scenario) => (
            <ScenarioItem key={scenario.name} scenario={scenario} send={send} />
          ))}
        </ul>
      )}
    </>
  );
}
