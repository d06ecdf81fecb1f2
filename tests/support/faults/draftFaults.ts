/** The faults of the storage of a tab, which has the draft. */
export type StorageFault = 'storage is full' | 'storage is forbidden';

/** The page after a fault is the page without it. */
export const storageFaults: Record<StorageFault, { stored: string | null }> = {
  'storage is full': { stored: null },
  'storage is forbidden': { stored: null },
};

/** The forms in which a draft can be found, other than as it was saved. */
export type DraftFault =
  | 'the draft is empty'
  | 'the draft is cut off'
  | 'the draft is null'
  | 'the draft is a list'
  | 'the draft has no time'
  | 'the draft has no content'
  | 'the draft is that of another form';

/** The stored text, in which NOW is the time. The form is as without a draft, and the draft is gone. */
export const draftFaults: Record<DraftFault, string> = {
  'the draft is empty': '',
  'the draft is cut off': '{"savedAt":17',
  'the draft is null': 'null',
  'the draft is a list': '[1,2]',
  'the draft has no time': '{"draft":{"name":"Asha"}}',
  'the draft has no content': '{"savedAt":NOW,"draft":null}',
  'the draft is that of another form': '{"savedAt":NOW,"draft":{"values":7,"kind":[]}}',
};

/** How far the clock is moved after a draft was saved. */
export type ClockFault =
  | 'the clock is set forward by 23 hours'
  | 'the clock is set back by 23 hours'
  | 'the clock is set forward by 25 hours'
  | 'the clock is set back by 25 hours';

/** A draft is of use for a day, in whichever direction the clock goes. */
export const clockFaults: Record<ClockFault, { hours: number; isRestored: boolean }> = {
  'the clock is set forward by 23 hours': { hours: 23, isRestored: true },
  'the clock is set back by 23 hours': { hours: -23, isRestored: true },
  'the clock is set forward by 25 hours': { hours: 25, isRestored: false },
  'the clock is set back by 25 hours': { hours: -25, isRestored: false },
};
