import type { LogEntry, PageInfo } from '../../../machines/visualiserLink/visualiserLink.types.ts';

/** A call of a page to its server, as it was sent. */
export type SentRequest = { id: number; method: string; path: string; body: unknown };

/** The response to a request as it was received; `status` is null where none came. */
export type ReceivedResponse = { request: number; status: number | null; body: unknown };

/** A page at one moment: an HTML document without scripts that contains its styles. */
export type Picture = { html: string; width: number; height: number };

/** One thing that happened on a followed page. */
export type TimelineEntry = {
  /** Sequence number over all pages connected to a visualiser; the oldest has the lowest. */
  number: number;
  page: PageInfo;
  /** Milliseconds since the page was loaded. */
  at: number;
  /** What the visitor saw then; null where it was not taken. */
  picture: Picture | null;
} & (
  | { kind: 'pageLoaded' }
  | { kind: 'event'; entry: LogEntry }
  | { kind: 'request'; request: SentRequest; flow: string | null }
  | { kind: 'response'; response: ReceivedResponse; flow: string | null }
);
