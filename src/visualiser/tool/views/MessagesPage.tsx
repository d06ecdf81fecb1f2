import { useNavigate, useSearchParams } from 'react-router-dom';
import type { MessagesContext } from '../../../../machines/visualiser/visualiserMessages/visualiserMessages.machine.ts';
import { connection } from '../connection/connection.ts';
import { isRunActive, startRuns, type VisualiserFlows } from '../flows/visualiserFlows.ts';
import { hasWords } from '../model/hasWords.ts';
import { type CatalogueMessage, errorCatalogue, titleOf } from '../model/messages/errorCatalogue.ts';
import { Button } from '../parts/Button.tsx';
import { runToMessage } from '../runs/runToMessage.ts';

type Props = {
  flows: VisualiserFlows;
  /** The tab whose page the messages are produced on. */
  tab: string;
};

/** The titles of the messages in the queue; the first one is being produced. */
const queueOf = ({ visualiser, run }: VisualiserFlows): string[] =>
  [isRunActive({ run }) ? run.snapshot.context.run : null, ...visualiser.snapshot.context.next].flatMap(
    (queued) => queued?.message ?? [],
  );

const shownText = ({ text, more = [] }: CatalogueMessage) => [text, ...more].join(' ');

const messagesWith = (search: string): CatalogueMessage[] =>
  errorCatalogue.filter((message) => hasWords(`${titleOf(message)} ${shownText(message)}`, search));

type ResultProps = { title: string; current: string | undefined } & MessagesContext;

function Result({ title, current, seen, failures }: ResultProps) {
  if (current === title) return <span>…</span>;
  if (failures[title] !== undefined) return <span className="run-failed">not shown: {failures[title]}</span>;
  return seen.includes(title) ? (
    <span>
      <span aria-hidden="true">✓</span>
      <span className="visually-hidden">seen</span>
    </span>
  ) : null;
}

const produceLabel = (count: number) =>
  count === errorCatalogue.length ? 'Produce all' : `Produce all ${count} found`;

function Controls({ found, flows, tab }: { found: CatalogueMessage[] } & Props) {
  const [params, setParams] = useSearchParams();
  const { visualiser, messages } = flows;
  const { seen } = messages.snapshot.context;
  const queue = queueOf(flows);
  const isProducing = queue.length > 0;
  const isOff = isProducing
    ? visualiser.snapshot.context.next.length === 0
    : isRunActive(flows) || found.length === 0;
  const produce = () =>
    startRuns(
      flows,
      found.map((message) => runToMessage(message, tab)),
    );
  return (
    <div className="row messages-controls">
      <label>
        Search{' '}
        <input
          type="search"
          value={params.get('search') ?? ''}
          onChange={({ target: { value } }) =>
            setParams(value === '' ? {} : { search: value }, { replace: true, preventScrollReset: true })
          }
        />
      </label>
      <Button
        isDisabled={isOff}
        onClick={isProducing ? () => visualiser.send({ type: 'runsStopped' }) : produce}
      >
        {isProducing ? 'Stop' : produceLabel(found.length)}
      </Button>
      <Button isDisabled={seen.length === 0} onClick={() => messages.send({ type: 'cleared' })}>
        Clear the ticks
      </Button>
      <p role="status">
        {errorCatalogue.filter((message) => seen.includes(titleOf(message))).length} of{' '}
        {errorCatalogue.length} seen
        {isProducing && `, ${queue.length} to be produced`}
      </p>
    </div>
  );
}

/** The list of the messages that a visitor can read, each with a button that produces it on the page. Spec §8. */
export function MessagesPage({ flows, tab }: Props) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { messages } = flows;
  const isBusy = isRunActive(flows);
  const [current] = queueOf(flows);
  const found = messagesWith(params.get('search') ?? '');
  const isFramed = tab === connection.id;
  return (
    <div className="messages">
      <title>Messages – state visualiser</title>
      <h1>Messages</h1>
      <p className="hint">
        Each is produced on the page itself: the page is loaded, the environment is paused, and the flow is
        led to the message. A tick is for one that a page has shown, by hand too; the browser keeps it.
      </p>
      <Controls found={found} flows={flows} tab={tab} />
      {current !== undefined && isFramed && (
        <div className="messages-page">
          <iframe title="The page" name={connection.id} src={errorCatalogue[0]?.path} />
        </div>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">When</th>
            <th scope="col">What the visitor reads</th>
            <th scope="col">Seen</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {found.map((message) => {
            const title = titleOf(message);
            return (
              <tr key={title}>
                <td>{message.where}</td>
                <td>{message.condition}</td>
                <td>{shownText(message)}</td>
                <td className="message-result">
                  <Result title={title} current={current} {...messages.snapshot.context} />
                </td>
                <td>
                  <Button
                    isDisabled={isBusy}
                    aria-label={`Produce: ${title}`}
                    onClick={async () => {
                      startRuns(flows, [runToMessage(message, tab)]);
                      await navigate(`/visualiser/${message.flow}`);
                    }}
                  >
                    Produce
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
