import { Link, Navigate, NavLink, Route, Routes, useLocation, useParams } from 'react-router-dom';
import type { LinkEvent } from '../../machines/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { focusPage } from '../browser/focus.ts';
import { useSubscription } from '../browser/subscription.ts';
import { useOnChange } from '../browser/useOnChange.ts';
import { useOnMount } from '../browser/useOnMount.ts';
import { SkipLink } from '../components/SkipLink.tsx';
import { useFlow } from '../flows/useFlow.ts';
import { connection } from './connection/connection.ts';
import { FlowView } from './FlowView.tsx';
import { flowWithId, modelOf } from './flowModels.ts';
import { link as linkFlow } from './flows/link.ts';
import { recorder as recorderFlow } from './flows/recorder.ts';
import { run as runFlow } from './flows/run.ts';
import { arrangementOf, saveArrangement, view as viewFlow, viewSnapshot } from './flows/view.ts';
import { MessagesPage } from './MessagesPage.tsx';
import { Overview } from './Overview.tsx';
import { LinkStatus } from './parts/LinkStatus.tsx';
import { recordingFromFragment } from './recordings.ts';
import { controlledTab, isRunActive, startRun, type VisualiserFlows } from './visualiserFlows.ts';
import './visualiser.css';

function FlowRoute({ own }: { own: VisualiserFlows }) {
  const { flow: id = '' } = useParams();
  const flow = flowWithId(id);
  const model = modelOf(id);
  if (!flow || !model) return <Navigate to="/visualiser" replace />;
  return <FlowView key={id} flow={flow} model={model} own={own} />;
}

/** Passes the events of the pages to the link, and those of the recorded flow to the recorder. */
function usePageEvents({ link, recorder }: VisualiserFlows) {
  useSubscription<LinkEvent>(connection.listen, (event) => {
    link.send(event);
    const { followedPage } = link.snapshot.context;
    if (event.type === 'present' && event.page.tab === followedPage?.tab && event.page.id !== followedPage.id)
      recorder.send({ type: 'recordingStopped' });
    if (event.type !== 'observed' || event.page.id !== followedPage?.id) return;
    for (const { flow, before, event: observedEvent, snapshot: after } of event.entries) {
      if (flow !== recorder.snapshot.context.flow) continue;
      const isFlowStart = before === null;
      recorder.send(
        isFlowStart
          ? { type: 'recordingStopped' }
          : { type: 'transitionObserved', transition: { before, event: observedEvent, after } },
      );
    }
  });
}

function Header({ link }: Pick<VisualiserFlows, 'link'>) {
  return (
    <header className="bar">
      <Link to="/visualiser" className="bar-name">
        State visualiser
      </Link>
      <nav aria-label="Visualiser">
        <NavLink to="/visualiser" end>
          Flows
        </NavLink>
        <NavLink to="/visualiser/messages">Messages</NavLink>
      </nav>
      <LinkStatus snapshot={link.snapshot} send={link.send} />
    </header>
  );
}

/** The state visualiser: the list of flows, the view of each, and the messages. */
export function Visualiser() {
  const { pathname, search, hash } = useLocation();
  const isPreviewInTab = new URLSearchParams(search).get('preview') === 'tab';
  const own: VisualiserFlows = {
    link: useFlow(linkFlow),
    run: useFlow(runFlow),
    view: useFlow(viewFlow, undefined, viewSnapshot(isPreviewInTab ? 'tab' : 'phone')),
    recorder: useFlow(recorderFlow),
  };
  usePageEvents(own);
  useOnChange(arrangementOf(own.view.snapshot.context), saveArrangement);
  useOnChange(pathname, focusPage);
  useOnMount(() => {
    const recording = recordingFromFragment(hash);
    if (!recording) return;
    own.recorder.send({ type: 'recordingOpened', recording });
    if (!own.view.snapshot.context.arePanelsShown) own.view.send({ type: 'panelsToggled' });
    own.view.send({ type: 'panel.recording' });
  });
  const isBusy = isRunActive(own);
  const start = (run: Run) => startRun(own, run);
  const isPreviewFramed = !own.view.snapshot.matches({ preview: 'tab' });
  return (
    <div className="visualiser" {...own.link.rootProps}>
      <SkipLink />
      <Header link={own.link} />
      <main id="main" tabIndex={-1} {...own.run.rootProps}>
        <div className="page" {...own.recorder.rootProps}>
          <Routes>
            <Route path="/visualiser" element={<Overview coverage={own.link.snapshot.context.coverage} />} />
            <Route
              path="/visualiser/messages"
              element={
                <MessagesPage
                  isBusy={isBusy}
                  tab={isPreviewFramed ? connection.id : controlledTab(own)}
                  start={start}
                />
              }
            />
            <Route path="/visualiser/:flow" element={<FlowRoute own={own} />} />
            <Route path="*" element={<Navigate to="/visualiser" replace />} />
          </Routes>
        </div>
      </main>
    </div>
  );
}
