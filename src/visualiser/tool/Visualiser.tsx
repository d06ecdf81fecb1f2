import type { ReactNode } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router-dom';
import { focusPage } from '../../browser/focus.ts';
import { useKeys } from '../../browser/useKeys.ts';
import { useOnChange } from '../../browser/useOnChange.ts';
import { SkipLink } from '../../components/SkipLink.tsx';
import { generalCommands, pressKey } from './commands/commands.ts';
import { connection } from './connection/connection.ts';
import { controlledTab, useVisualiser, type VisualiserFlows } from './flows/visualiserFlows.ts';
import { flowWithId, modelOf } from './model/flowModels.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { RenderFailure } from './parts/RenderFailure.tsx';
import { ListBar } from './views/bar/Bar.tsx';
import { FlowView } from './views/FlowView.tsx';
import { MessagesPage } from './views/MessagesPage.tsx';
import { Overview } from './views/Overview.tsx';
import { Palette } from './views/palette/Palette.tsx';
import './styles/visualiser.css';

function List({ flows, children }: { flows: VisualiserFlows; children: ReactNode }) {
  const commands = generalCommands(flows);
  useKeys((pressed) => pressKey(commands, pressed, true, false));
  return (
    <>
      <ListBar flows={flows} />
      <div className="list">{children}</div>
      <Palette commands={commands} flows={flows} />
    </>
  );
}

function Unknown({ flows, sentence }: { flows: VisualiserFlows; sentence: string }) {
  return (
    <List flows={flows}>
      <p className="problem" role="alert">
        {sentence}
      </p>
      <Overview flows={flows} />
    </List>
  );
}

function FlowRoute({ flows }: { flows: VisualiserFlows }) {
  const { flow: id = '' } = useParams();
  const flow = flowWithId(id);
  const model = modelOf(id);
  if (!flow || !model) return <Unknown flows={flows} sentence={`There is no flow "${id}".`} />;
  return <FlowView key={id} flow={flow} model={model} flows={flows} />;
}

/** The state visualiser: the list of flows, the view of each, and the messages. */
export function Visualiser() {
  const { pathname, hash } = useLocation();
  const flows = useVisualiser();
  useOnChange(pathname, () => {
    focusPage();
    flows.visualiser.send({ type: 'navigated' });
  });
  useOnChange(hash, () => flows.visualiser.send({ type: 'addressChanged', hash }));
  const { openProblem } = flows.visualiser.snapshot.context;
  const isPreviewFramed = !flows.view.snapshot.matches({ preview: 'tab' });
  const messagesTab = isPreviewFramed ? connection.id : controlledTab(flows);
  return (
    <div className="visualiser" {...flows.link.rootProps}>
      <SkipLink />
      <main id="main" tabIndex={-1} {...flows.run.rootProps}>
        <div className="content" {...flows.recorder.rootProps}>
          {openProblem !== null && (
            <p className="problem" role="alert">
              {openProblem}
            </p>
          )}
          <ErrorBoundary
            key={pathname}
            fallback={(error, retry) => (
              <>
                <ListBar flows={flows} />
                <RenderFailure error={error} action="Show it again" onAction={retry} />
              </>
            )}
          >
            <Routes>
              <Route
                path="/visualiser"
                element={
                  <List flows={flows}>
                    <Overview flows={flows} />
                  </List>
                }
              />
              <Route
                path="/visualiser/messages"
                element={
                  <List flows={flows}>
                    <MessagesPage flows={flows} tab={messagesTab} />
                  </List>
                }
              />
              <Route path="/visualiser/:flow" element={<FlowRoute flows={flows} />} />
              <Route
                path="*"
                element={<Unknown flows={flows} sentence={`There is no page "${pathname}".`} />}
              />
            </Routes>
          </ErrorBoundary>
        </div>
      </main>
    </div>
  );
}
