import * as v from 'valibot';
import type { KeptSession } from '../../../../machines/visualiser/visualiser/visualiser.types.ts';
import { fromExactText, toExactText } from '../../shared/exactText.ts';

/** The entry of the tab's storage for the data that the visualiser keeps while it is loaded again. */
const KEY = 'visualiser.session';

const version = import.meta.env.VITE_BUILD_VERSION ?? '';

/** The shape of the kept data. Another build may have kept another one, which is dropped. */
const kept = v.object({
  version: v.literal(version),
  session: v.custom<KeptSession>((session) => typeof session === 'object' && session !== null),
});

/** The visualiser data in this tab; null where there is none. */
export function keptSession(): KeptSession | null {
  try {
    const read = v.safeParse(kept, fromExactText(sessionStorage.getItem(KEY) ?? toExactText(null)));
    return read.success ? read.output.session : null;
  } catch {
    return null;
  }
}

/** Keeps a session for the visualiser that is loaded next in this tab: of its timeline as much as there is room for. */
export function saveSession(session: KeptSession): void {
  for (let { length } = session.timeline; ; length = Math.floor(length / 2))
    try {
      const timeline = length === 0 ? [] : session.timeline.slice(-length);
      sessionStorage.setItem(KEY, toExactText({ version, session: { ...session, timeline } }));
      return;
    } catch {
      if (length === 0) return;
    }
}

/** Forgets the kept data of this tab: a copy of the tab begins without it. */
export function forgetSession(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without a storage nothing was kept.
  }
}
