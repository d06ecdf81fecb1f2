const EMAIL_FIELD = 'The value of a field of type email has no spaces around it.';
const FRESH_RECORDER = 'A recording begins in `idle`, where the context has none.';

/** Slips in code that change nothing in the cases of the flows, each with the reason. */
export const equivalents: Readonly<Record<string, string>> = {
  'sendForm.rules.ts: problems.filter((problem) => !isMissing(problem)) without filter':
    'A problem that comes twice is still the first one, and of the same field.',
  'newsletter.machine.ts: context.email.trim() without trim': EMAIL_FIELD,
  'newsletter.machine.ts: event.email.trim() without trim': EMAIL_FIELD,
  'registration.rules.ts: normalize: (text) => text dropped':
    'Only texts are normalized, and the value of a checkbox is a boolean.',
  'visualiserRecorder.machine.ts: ...noRecording dropped': FRESH_RECORDER,
  'visualiserView.machine.ts: ...input dropped': 'The cases begin without a view of an earlier visit.',
  'visualiserLink.rules.ts: !isKept without !': 'No case records 20 million characters.',
  "visualiserRun.machine.ts: snapshot.matches({ inactive: 'done' }) || snapshot.matches({ inactive: 'failed' }) with && for ||":
    'The machine of the visualiser asks whether a run is over, not that of the run.',
};
