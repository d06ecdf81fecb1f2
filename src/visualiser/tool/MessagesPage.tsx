import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Run } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../browser/snapshot.ts';
import { connection } from './connection/connection.ts';
import { type CatalogueMessage, errorCatalogue, titleOf } from './errorCatalogue.ts';
import { type MessagesState, messagesStore } from './messages/messagesStore.ts';
import { runToMessage } from './messages/useMessages.ts';
import { Button } from './parts/Button.tsx';

type Props = {
  isBusy: boolean;
  tab: string;
  start: (run: Run) => void;
  /** The status of the run that is under way. */
  runStatus: ReactNode;
};

const shownText = ({ text, more = [] }: CatalogueMessage) => [text, ...more].join(' ');

/** Returns the messages that contain every word of a text. */
function messagesWith(search: string): CatalogueMessage[] {
  const words = search.toLowerCase().split(/\s/);
  return errorCatalogue.filter((message) => {
    const text = `${titleOf(message)} ${shownText(message)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether a message was seen, is being produced, or could not be. */
function Result({ title, seen, failures, queue }: { title: string } & MessagesState) {
  if (failures[title] !== undefined) return <span className="run-failed">not shown: {failures[title]}</span>;
  if (queue[0] === title) return <span>…</span>;
  return seen.includes(title) ? (
    <span>
      <span aria-hidden="true">✓</span>
      <span className="visually-hidden">seen</span>
    </span>
  ) : null;
}

const produceLabel = (count: number) =>
  count === errorCatalogue.length ? 'Produce all' : `Produce all ${count} found`;

/** The search, and the buttons for all messages that it leaves. */
function Controls({ found, isBusy, start, tab }: { found: CatalogueMessage[] } & Omit<Props, 'runStatus'>) {
  const [params, setParams] = useSearchParams();
  const { seen, queue } = useSnapshot(messagesStore).context;
  const [first] = found;
  const isProducing = queue.length > 0;
  const stop = () => messagesStore.send({ type: 'stopped' });
  const produceFrom = (message: CatalogueMessage) => {
    messagesStore.send({ type: 'queued', titles: found.map(titleOf) });
    start(runToMessage(message, tab));
  };
  return (
    <div className="messages-controls">
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
        isDisabled={!isProducing && (isBusy || !first)}
        onClick={isProducing ? stop : first && (() => produceFrom(first))}
      >
        {isProducing ? 'Stop' : produceLabel(found.length)}
      </Button>
      <Button isDisabled={seen.length === 0} onClick={() => messagesStore.send({ type: 'cleared' })}>
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
export function MessagesPage({ isBusy, tab, start, runStatus }: Props) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { context } = useSnapshot(messagesStore);
  const found = messagesWith(params.get('search') ?? '');
  const isProducing = context.queue.length > 0;
  const isFramed = tab === connection.id;
  return (
    <div className="messages">
      <title>Messages – state visualiser</title>
      <h1>Messages</h1>
      <p className="hint">
        Each is produced on the page itself: the page is loaded, the environment is paused, and the flow is
        led to the message. A tick is for one that a page has shown, by hand too; the browser keeps it.
      </p>
      <Controls found={found} isBusy={isBusy} start={start} tab={tab} />
      {isBusy && runStatus}
      {isProducing && isFramed && (
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
                  <Result title={title} {...context} />
                </td>
                <td>
                  <Button
                    isDisabled={isBusy || isProducing}
                    aria-label={`Produce: ${title}`}
                    onClick={async () => {
                      start(runToMessage(message, tab));
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
