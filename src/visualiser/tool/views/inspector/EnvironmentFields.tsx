import type { Flow } from '../../../../../machines/paths/index.ts';
import type { EnvironmentContext } from '../../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { focusById } from '../../../../browser/focus.ts';
import { serverActors } from '../../environment/serverCalls.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { Choices } from '../../parts/Choices.tsx';
import { AnswerForm } from './AnswerForm.tsx';

const ANSWERS_HEADING = 'server-answers';

const networks = { normal: 'Normal', slow: 'Slow', lost: 'Lost' };
const translations = { off: 'Original', on: 'Translated' };

type Environment = VisualiserFlows['environment'];

function PageSettings({ environment: { snapshot, send } }: { environment: Environment }) {
  const { network, isTranslated } = snapshot.context.settings;
  const set = (settings: Partial<Omit<EnvironmentContext['settings'], 'answers'>>) =>
    send({ type: 'set', settings });
  return (
    <>
      <h2>Network and translation</h2>
      <div className="environment-choices">
        <span aria-hidden="true">Network</span>
        <Choices
          label="Network"
          choices={networks}
          chosen={network}
          onChoose={(choice) => set({ network: choice })}
        />
        <span aria-hidden="true">Translate the page</span>
        <Choices
          label="Translate the page"
          choices={translations}
          chosen={isTranslated ? 'on' : 'off'}
          onChoose={(choice) => set({ isTranslated: choice === 'on' })}
        />
      </div>
    </>
  );
}

const isWhole = (text: FormDataEntryValue | null) => Math.max(1, Math.round(Number(text)));

function NextAnswers({ flow, environment: { snapshot, send } }: { flow: Flow; environment: Environment }) {
  const state = snapshot.context;
  const actors = serverActors(flow.id);
  const answers = state.flow === flow.id ? state.settings.answers : [];
  if (actors.length === 0) return null;
  return (
    <>
      <h2 id={ANSWERS_HEADING} tabIndex={-1}>
        Answers of the server
      </h2>
      <AnswerForm
        button="Set for the next calls"
        onAnswer={(answer, fields) =>
          send({
            type: 'answerAdded',
            flow: flow.id,
            answer: { ...answer, actor: String(fields.get('actor')), times: isWhole(fields.get('times')) },
          })
        }
      >
        <label>
          The next <input name="times" type="number" min={1} max={1000} step={1} defaultValue={2} required />{' '}
          calls of
        </label>
        <label>
          Actor{' '}
          <select name="actor">
            {actors.map((actor) => (
              <option key={actor}>{actor}</option>
            ))}
          </select>
        </label>
      </AnswerForm>
      {answers.length > 0 && (
        <>
          <ul className="stack">
            {answers.map(({ actor, status, delay }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are only added at the end
              <li key={index}>
                {actor}: {status}
                {delay > 0 && ` after ${delay / 1_000} s`}, {state.left[index]} left
              </li>
            ))}
          </ul>
          <p>
            <button
              type="button"
              onClick={() => {
                send({ type: 'answersRemoved' });
                focusById(ANSWERS_HEADING);
              }}
            >
              Remove the answers
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** The environment that a tester sets for the page. */
export function EnvironmentFields({ flow, environment }: { flow: Flow; environment: Environment }) {
  return (
    <>
      <NextAnswers flow={flow} environment={environment} />
      <PageSettings environment={environment} />
    </>
  );
}
