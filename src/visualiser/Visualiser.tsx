import { Link, Navigate, NavLink, Route, Routes, useLocation, useParams } from 'react-router-dom';
import type { LinkEvent } from '../../machines/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { useOnChange } from '../browser/change.ts';
import { focusPage } from '../browser/focus.ts';
import { useOnMount } from '../browser/mount.ts';
import { useSubscription } from '../browser/subscription.ts';
import { SkipLink } from '../components/SkipLink.tsx';
import { useFlow } from '../flows/useFlow.ts';
import { FlowView, type Own, startRun, tabOf } from './FlowView.tsx';
import { link as linkFlow } from './flows/link.ts';
import { recorder as recorderFlow } from './flows/recorder.ts';
import { run as runFlow } from './flows/run.ts';
import { view as viewFlow, viewWith } from './flows/view.ts';
import { flowOf, modelOf } from './ids.ts';
import { MessagesPage } from './MessagesPage.tsx';
import { Overview } from './Overview.tsx';
import { LinkStatus } from './parts/LinkStatus.tsx';
import { recordingIn } from './recordings.ts';
import { station } from './station/station.ts';
import './visualiser.css';

function FlowRoute({ own }: { own: Own }) {
  const { flow: id = '' } = useParams();
  const flow = flowOf(id);
  const model = modelOf(id);
  if (!flow || !model) return <Navigate to="/visualiser" replace />;
  return <FlowView key={id} flow={flow} model={model} own={own} />;
}

/** Hears the pages, and puts down what happens where it is recorded. */
function useLive({ link, recorder }: Own) {
  useSubscription<LinkEvent>(station.listen, (event) => {
    link.send(event);
    const { chosen } = link.snapshot.context;
    if (event.type === 'present' && event.page.tab === chosen?.tab && event.page.id !== chosen.id)
      recorder.send({ type: 'stopPressed' });
    if (event.type !== 'told' || event.page.id !== chosen?.id) return;
    for (const { flow, before, event: happened, pose: after } of event.entries) {
      if (flow !== recorder.snapshot.context.flow) continue;
      const hasBegun = before === null;
      recorder.send(
        hasBegun
          ? { type: 'stopPressed' }
          : { type: 'happened', happening: { before, event: happened, after } },
      );
    }
  });
}

/** The state visualiser: every flow of the site, live, with everything that can happen to it. */
export function Visualiser() {
  const { pathname, search, hash } = useLocation();
  const isInTab = new URLSearchParams(search).get('beside') === 'tab';
  const own: Own = {
    link: useFlow(linkFlow),
    run: useFlow(runFlow),
    view: useFlow(viewFlow, undefined, viewWith(isInTab ? 'tab' : 'phone')),
    recorder: useFlow(recorderFlow),
  };
  useLive(own);
  useOnChange(pathname, focusPage);
  useOnMount(() => {
    const recording = recordingIn(hash);
    if (!recording) return;
    own.recorder.send({ type: 'recordingOpened', recording });
    own.view.send({ type: 'panel.recording' });
  });
  const isBusy = own.run.snapshot.hasTag('busy') || own.run.snapshot.matches('halted');
  const start = (run: Run) => startRun(own, run);
  const isBeside = !own.view.snapshot.matches({ beside: 'tab' });
  return (
    <div className="visualiser" {...own.link.marks}>
      <SkipLink />
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
        <LinkStatus snapshot={own.link.snapshot} send={own.link.send} />
      </header>
      <main id="main" tabIndex={-1} {...own.run.marks}>
        <div className="screen" {...own.recorder.marks}>
          <Routes>
            <Route path="/visualiser" element={<Overview ran={own.link.snapshot.context.ran} />} />
            <Route
              path="/visualiser/messages"
              element={
                <MessagesPage isBusy={isBusy} tab={isBeside ? station.me : tabOf(own)} start={start} />
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
