import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Run } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { errorCatalogue } from './errorCatalogue.ts';
import { flowWithId } from './flowModels.ts';
import { Button } from './parts/Button.tsx';
import { messageRun } from './runSteps.ts';

type Props = {
  isBusy: boolean;
  tab: string;
  start: (run: Run) => void;
  /** The status of the run that is under way. */
  runStatus: ReactNode;
};

/** The list of the messages of the error catalogue, each with a button that produces it on the page. Spec §8. */
export function MessagesPage({ isBusy, tab, start, runStatus }: Props) {
  const navigate = useNavigate();
  return (
    <div className="messages">
      <title>Messages – state visualiser</title>
      <h1>Messages</h1>
      <p className="hint">
        Each is produced on the page itself: the page is loaded, the environment is paused, and the flow is
        led to the message.
      </p>
      {isBusy && runStatus}
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">When</th>
            <th scope="col">What the visitor reads</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {errorCatalogue.map((message) => {
            const flow = flowWithId(message.flow);
            const title = `${message.where}: ${message.condition}`;
            return (
              <tr key={title}>
                <td>{message.where}</td>
                <td>{message.condition}</td>
                <td>{[message.text, ...(message.more ?? [])].join(' ')}</td>
                <td>
                  <Button
                    isDisabled={isBusy || !flow}
                    aria-label={`Produce: ${title}`}
                    onClick={() => {
                      if (!flow) return;
                      start(messageRun(flow, message, tab));
                      navigate(`/visualiser/${message.flow}`);
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
