/** What a page that runs a machine needs to observe and control its actors: what XState's events mean, timers and clocks. */
export {
  doneEvent,
  errorEvent,
  isActor,
  isMachine,
  isStop,
  replaceClock,
  startTimers,
  transitionsTakenIn,
} from './xstateInternals.ts';
