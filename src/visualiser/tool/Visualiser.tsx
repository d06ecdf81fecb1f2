import { useMemo } from 'react';
import { Link, NavLink, Route, Routes, useLocation, useParams } from 'react-router-dom';
import type { AnyActorRef } from 'xstate';
import { createRecording } from '../../../machines/visualiser/recording.ts';
import type { LinkEvent } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { focusPage } from '../../browser/focus.ts';
import { useSnapshot } from '../../browser/snapshot.ts';
import { useSubscription } from '../../browser/subscription.ts';
import { useOnChange } from '../../browser/useOnChange.ts';
import { useOnMount } from '../../browser/useOnMount.ts';
import { SkipLink } from '../../components/SkipLink.tsx';
import { useFlow } from '../../flows/useFlow.ts';
import { connection } from './connection/connection.ts';
import { EnvironmentStatus } from './environment/EnvironmentStatus.tsx';
import { scenarioIn } from './environment/scenarioLinks.ts';
import { hasScenario } from './environment/scenarios.ts';
import { useEnvironment } from './environment/useEnvironment.ts';
import { FlowView } from './FlowView.tsx';
import { failureFromFragment, failureProblem, failureRun } from './failures.ts';
import { flowWithId, modelOf } from './flowModels.ts';
import { comparison as comparisonFlow } from './flows/comparison.ts';
import { link as linkFlow, linkInput } from './flows/link.ts';
import { recorder as recorderFlow } from './flows/recorder.ts';
import { run as runFlow } from './flows/run.ts';
import { arrangementOf, saveArrangement, view as viewFlow, viewSnapshot } from './flows/view.ts';
import { saveCoverage } from './handCoverage.ts';
import { MessagesPage } from './MessagesPage.tsx';
import { useMessages } from './messages/useMessages.ts';
import { Overview } from './Overview.tsx';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { HandCoverage } from './parts/HandCoverage.tsx';
import { LinkStatus } from './parts/LinkStatus.tsx';
import { RenderFailure } from './parts/RenderFailure.tsx';
import { RunStatus } from './parts/RunStatus.tsx';
import { failureProblemIn, recordingIn } from './recordingLinks.ts';
import { hasRecording, recordingFromFragment, saveRecording } from './recordings.ts';
import { useNextRun } from './useNextRun.ts';
import {
  controlledTab,
  isRunActive,
  sendToFollowedPage,
  startRun,
  type VisualiserFlows,
} from './visualiserFlows.ts';
import './visualiser.css';

/** The list of flows with what is known of them. */
function Flows({ flows }: { flows: VisualiserFlows }) {
  const { coverage, sessions, log } = flows.link.snapshot.context;
  // The page in the frame is closed here: what broke on it is in the log.
  const failures = Object.fromEntries([...log, ...sessions].map(({ flow, failure }) => [flow, failure]));
  return (
    <Overview coverage={coverage} failures={failures}>
      <HandCoverage coverage={coverage} send={flows.link.send} />
    </Overview>
  );
}

/** The list of flows, with a sentence about an address that leads nowhere. */
function Unknown({ flows, sentence }: { flows: VisualiserFlows; sentence: string }) {
  return (
    <>
      <p className="problem" role="alert">
        {sentence}
      </p>
      <Flows flows={flows} />
    </>
  );
}

/** A sentence about a link whose recording or scenario cannot be read. */
function LinkProblem({ hash }: { hash: string }) {
  const isScenario = hasScenario(hash);
  const reading: AnyActorRef = isScenario ? scenarioIn(hash) : recordingIn(hash);
  const { status, output } = useSnapshot(reading);
  if (!(isScenario || hasRecording(hash)) || status !== 'done' || output !== null) return null;
  return (
    <p className="problem" role="alert">
      The link holds no {isScenario ? 'scenario' : 'recording'} that can be read. It may have been cut off:
      ask for the file.
    </p>
  );
}

/** A sentence about a link whose failure cannot be replayed. */
function FailureProblem({ hash }: { hash: string }) {
  const { status, output } = useSnapshot(failureProblemIn(hash));
  if (status !== 'done' || output === null) return null;
  return (
    <p className="problem" role="alert">
      {output}
    </p>
  );
}

/** The recording, to be kept when the visualiser fails; typed values are masked as in any recording. */
function SaveRecordingButton({ recorder }: Pick<VisualiserFlows, 'recorder'>) {
  const { flow: id, path, observedTransitions, opened } = recorder.snapshot.context;
  const flow = flowWithId(id ?? '');
  if (!flow) return null;
  return (
    <button
      type="button"
      onClick={() => saveRecording(opened ?? createRecording(flow, path, observedTransitions))}
    >
      Save the recording as a file
    </button>
  );
}

function FlowRoute({ flows }: { flows: VisualiserFlows }) {
  const { flow: id = '' } = useParams();
  const flow = flowWithId(id);
  const model = modelOf(id);
  if (!flow || !model) return <Unknown flows={flows} sentence={`There is no flow "${id}".`} />;
  return <FlowView key={id} flow={flow} model={model} flows={flows} />;
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
      <LinkStatus
        snapshot={link.snapshot}
        send={link.send}
        onResume={() => sendToFollowedPage({ link }, { type: 'pause', flow: null })}
      />
      <EnvironmentStatus />
    </header>
  );
}

/** The state visualiser: the list of flows, the view of each, and the messages. */
export function Visualiser() {
  const { pathname, search, hash } = useLocation();
  const isPreviewInTab = new URLSearchParams(search).get('preview') === 'tab';
  const flows: VisualiserFlows = {
    link: useFlow(linkFlow, useMemo(linkInput, [])),
    run: useFlow(runFlow),
    view: useFlow(viewFlow, undefined, viewSnapshot(isPreviewInTab ? 'tab' : 'phone')),
    recorder: useFlow(recorderFlow),
    comparison: useFlow(comparisonFlow),
  };
  usePageEvents(flows);
  useOnChange(arrangementOf(flows.view.snapshot.context), saveArrangement);
  useOnChange(flows.link.snapshot.context.coverage, saveCoverage);
  useOnChange(pathname, focusPage);
  useOnMount(async () => {
    const failure = await failureFromFragment(hash);
    if (!failure || failureProblem(failure) !== null) return;
    if (!flows.view.snapshot.context.arePanelsShown) flows.view.send({ type: 'panelsToggled' });
    flows.view.send({ type: 'panel.paths' });
    startRun(flows, failureRun(failure, connection.id));
  });
  useOnMount(async () => {
    const recording = await recordingFromFragment(hash);
    if (!recording) return;
    flows.recorder.send({ type: 'recordingOpened', recording });
    if (!flows.view.snapshot.context.arePanelsShown) flows.view.send({ type: 'panelsToggled' });
    flows.view.send({ type: 'panel.recording' });
  });
  const isBusy = isRunActive(flows);
  const start = (run: Run) => startRun(flows, run);
  const isPreviewFramed = !flows.view.snapshot.matches({ preview: 'tab' });
  const messagesTab = isPreviewFramed ? connection.id : controlledTab(flows);
  useMessages(flows, messagesTab, start);
  useNextRun(flows, start);
  useEnvironment(flows);
  return (
    <div className="visualiser" {...flows.link.rootProps}>
      <SkipLink />
      <Header link={flows.link} />
      <main id="main" tabIndex={-1} {...flows.run.rootProps}>
        <div className="page" {...flows.recorder.rootProps}>
          <LinkProblem hash={hash} />
          <FailureProblem hash={hash} />
          <ErrorBoundary
            key={pathname}
            fallback={(error, retry) => (
              <RenderFailure error={error} action="Show it again" onAction={retry}>
                <SaveRecordingButton recorder={flows.recorder} />
              </RenderFailure>
            )}
          >
            <Routes>
              <Route path="/visualiser" element={<Flows flows={flows} />} />
              <Route
                path="/visualiser/messages"
                element={
                  <MessagesPage
                    isBusy={isBusy}
                    tab={messagesTab}
                    start={start}
                    runStatus={<RunStatus flow={null} snapshot={flows.run.snapshot} send={flows.run.send} />}
                  />
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
