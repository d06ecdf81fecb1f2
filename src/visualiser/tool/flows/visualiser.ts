import * as v from 'valibot';
import { assertEvent, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import { createRecording } from '../../../../machines/visualiser/recording.ts';
import { visualiserMachine } from '../../../../machines/visualiser/visualiser/visualiser.machine.ts';
import type { KeptSession, Linked } from '../../../../machines/visualiser/visualiser/visualiser.types.ts';
import { visualiserLinkMachine } from '../../../../machines/visualiser/visualiserLink/visualiserLink.machine.ts';
import type { LinkEvent } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { isRunUnderWay } from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import {
  inspectorTabs,
  previewSizes,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { connection } from '../connection/connection.ts';
import { flowWithId } from '../model/flowModels.ts';
import { titleOf } from '../model/messages/errorCatalogue.ts';
import { messagesShown } from '../model/messages/shown.ts';
import { failureProblem, failureRun } from '../runs/failureRun.ts';
import { preparedRecording } from '../runs/planner/client.ts';
import { storedItem } from '../storage/browserStorage.ts';
import { failureFromFragment } from '../storage/failures.ts';
import { storedCoverage } from '../storage/handCoverage.ts';
import { recordingFromFragment } from '../storage/recordings.ts';
import { forgetSession, keptSession, saveSession } from '../storage/session.ts';
import { comparison } from './comparison.ts';
import { environment } from './environment.ts';
import { saveGreenRun } from './greenRuns.ts';
import { run } from './run.ts';

const messagesIn = (report: LinkEvent): string[] =>
  report.type === 'observed'
    ? report.entries.flatMap(({ flow, snapshot, event }) =>
        messagesShown(flow, snapshot, event.type).map(titleOf),
      )
    : [];

/** The remedy where the data of a link is cut off. */
const HELP: Readonly<Record<string, string>> = {
  failure: 'run the tests again',
  recording: 'ask for the file',
};

async function readAddress(hash: string): Promise<Linked> {
  const failure = await failureFromFragment(hash);
  const recording = await recordingFromFragment(hash);
  const [, kind = ''] = /^#(\w+)=/.exec(hash) ?? [];
  const isRead = (failure ?? recording) !== null || HELP[kind] === undefined;
  const problem = isRead
    ? failure && failureProblem(failure)
    : `The link holds no ${kind} that can be read. It may have been cut off: ${HELP[kind]}.`;
  return {
    failure: failure && problem === null ? failureRun(failure, connection.id) : null,
    recording,
    problem,
  };
}

const storedMessages = storedItem<readonly string[]>('visualiser-messages', v.array(v.string()));
const storedKeys = storedItem('visualiser-keys', v.boolean());

/** The data of earlier visits in the browser. */
export const keptOfVisits = () => ({
  coverage: storedCoverage.read() ?? {},
  seen: storedMessages.read() ?? [],
  view: { areKeysOn: storedKeys.read() ?? true },
  kept: keptSession(),
});

type Parts = SnapshotFrom<typeof visualiserMachine>['children'];

function saveVisit({ visualiserLink, visualiserView, visualiserMessages }: Parts): void {
  if (visualiserLink) storedCoverage.save(visualiserLink.getSnapshot().context.coverage);
  if (visualiserView) storedKeys.save(visualiserView.getSnapshot().context.areKeysOn);
  if (visualiserMessages) storedMessages.save(visualiserMessages.getSnapshot().context.seen);
}

/** The data for the next load of the visualiser. Typed texts are masked in the recording. */
function sessionOf(children: Parts): KeptSession {
  const view = children.visualiserView?.getSnapshot();
  const link = children.visualiserLink?.getSnapshot().context;
  const run = children.visualiserRun?.getSnapshot();
  const recorder = children.visualiserRecorder?.getSnapshot().context;
  const recorded = flowWithId(recorder?.flow ?? '');
  return {
    timeline: link?.timeline ?? [],
    inspector: inspectorTabs.find((inspector) => view?.matches({ inspector })) ?? 'now',
    preview: previewSizes.find((preview) => view?.matches({ preview })) ?? 'phone',
    isOutline: view?.context.isOutline ?? false,
    pathResults: run?.context.pathResults ?? {},
    run: run && isRunUnderWay(run) ? run.context.run : null,
    recording:
      recorder && recorded && (recorder.opened ?? recorder.observedTransitions.length > 0)
        ? (preparedRecording(recorded.id, recorder).getSnapshot().output?.recording ??
          createRecording(recorded, recorder.path, recorder.observedTransitions))
        : null,
  };
}

/** The input of the visualiser machine in the address. */
export const inputOfAddress = ({ search, hash }: { search: string; hash: string }) => ({
  hash,
  isPageInTab: new URLSearchParams(search).get('preview') === 'tab',
});

/** The visualiser with the implementations of all its parts. */
export const visualiser: SiteFlow<typeof visualiserMachine> = {
  id: 'visualiser',
  machine: visualiserMachine.provide({
    actors: {
      link: visualiserLinkMachine.provide({ actions: { sendHello: () => connection.sendHello() } }),
      run,
      comparison,
      environment,
      pages: fromCallback(({ sendBack }) => {
        const leave = () => sendBack({ type: 'left' });
        window.addEventListener('pagehide', leave);
        forgetSession();
        // In development: an error of the build, until the next one succeeds.
        const say = (problem: string | null) => sendBack({ type: 'fileOpened', problem });
        import.meta.hot?.on('vite:error', ({ err }) => say(`The site does not build: ${err.message}`));
        import.meta.hot?.on('vite:afterUpdate', () => say(null));
        const stop = connection.listen((report) => {
          sendBack({ type: 'reported', report, shown: messagesIn(report) });
        });
        return () => {
          window.removeEventListener('pagehide', leave);
          stop();
        };
      }),
      readAddress: fromPromise(({ input }) => readAddress(input.hash)),
    },
    actions: {
      prepareRun: ({ self }, started) => {
        const { visualiserView: child } = self.getSnapshot().children;
        if (started?.tab === connection.id && child?.getSnapshot().matches({ preview: 'tab' }))
          child.send({ type: 'preview.phone' });
      },
      pausePage: ({ event }) => {
        assertEvent(event, 'stopReached');
        connection.sendCommand(event.page, { type: 'pause', flow: event.stop.flow });
      },
      saveGreenRun: ({ self, event }) => {
        assertEvent(event, 'runChanged');
        const { visualiserLink } = self.getSnapshot().children;
        if (visualiserLink && event.snapshot.matches({ inactive: 'done' }))
          void saveGreenRun(event.snapshot.context, () => visualiserLink.getSnapshot().context);
      },
      saveSession: ({ self }) => saveSession(sessionOf(self.getSnapshot().children)),
      saveVisit: ({ self }) => saveVisit(self.getSnapshot().children),
    },
  }),
};
