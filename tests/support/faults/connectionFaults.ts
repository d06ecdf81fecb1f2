/** How a caller can lose the connection to the server. */
export type ConnectionFault =
  | 'the connection is lost in mid-call'
  | 'the connection is lost before the answer';

/** The rows of each call: after the fault, and after a second try of the caller, who has seen no answer. */
type StoredRows = Readonly<Record<string, { after: number; afterSecondTry: number }>>;

const everyCall = (after: number, forms: number): StoredRows => ({
  '/api/contact': { after, afterSecondTry: forms },
  '/api/inquiry': { after, afterSecondTry: forms },
  '/api/apply': { after, afterSecondTry: forms },
  '/create-order': { after, afterSecondTry: 1 },
  '/api/register': { after, afterSecondTry: 1 },
});

/** A message that is sent twice is two messages; an order and a registration are one. */
export const connectionFaults: Record<ConnectionFault, StoredRows> = {
  'the connection is lost in mid-call': everyCall(0, 1),
  'the connection is lost before the answer': everyCall(1, 2),
};

/** The faults of the server's disk, of the thread of its database, and of its process. */
export type MachineFault =
  | 'the disk is slow'
  | 'the thread of the database is killed between calls'
  | 'the thread of the database is killed in the middle of calls'
  | 'the process is killed in the middle of a call';

export type MachineFaultRow = {
  /** The status of a call that the fault meets; null where there is no answer. */
  statuses: readonly (number | null)[];
  error: string | null;
  /** How often a row is stored of a call with an answer of 200, and at most of any other. */
  stored: { acknowledged: 1; others: 0 | 1 };
};

export const machineFaults: Record<MachineFault, MachineFaultRow> = {
  'the disk is slow': { statuses: [200], error: null, stored: { acknowledged: 1, others: 0 } },
  'the thread of the database is killed between calls': {
    statuses: [200],
    error: null,
    stored: { acknowledged: 1, others: 0 },
  },
  'the thread of the database is killed in the middle of calls': {
    statuses: [200, 503],
    error: 'We cannot save anything at the moment. Please try again in a few minutes.',
    stored: { acknowledged: 1, others: 1 },
  },
  'the process is killed in the middle of a call': {
    statuses: [null],
    error: null,
    stored: { acknowledged: 1, others: 1 },
  },
};
