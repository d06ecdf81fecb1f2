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
