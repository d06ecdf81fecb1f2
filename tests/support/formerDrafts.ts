/** Drafts as other builds saved them in a tab, each with what is restored of it. */

/** What a page shows of a draft: its state, and the fields that have a value. */
type Restored = { state: string; values: Readonly<Record<string, unknown>> };

type FormerDraft = { draft: unknown; restored: Restored };

const typed = {
  name: 'Asha Verma',
  father: 'Ravi Verma',
  grade: '8th',
  phone: '9876543210',
  email: 'asha@example.org',
};

const rest = { mother: '', course: '', city: '', refrence: '', refrenceSt: '', acceptTerms: false };

const order = {
  id: 'order_1',
  amount: 200_000,
  currency: 'INR',
  key: 'rzp_test_key',
  email: 'asha@example.org',
};

const nothingPaid = { order: null, paymentId: null, signature: null, registered: null };

const job = { id: 1, title: 'Math Tutor' };

export const formerDrafts: Readonly<Record<string, Readonly<Record<string, FormerDraft>>>> = {
  registration: {
    'without a version': {
      draft: { values: { ...typed, ...rest }, ...nothingPaid },
      restored: { state: 'editing.idle', values: typed },
    },
    'with a field and a step that are gone': {
      draft: {
        values: { ...typed, ...rest, school: 'A school' },
        ...nothingPaid,
        step: 'parents',
        pages: [1, 2],
      },
      restored: { state: 'editing.idle', values: typed },
    },
    'without fields and parts that are new': {
      draft: { values: typed },
      restored: { state: 'editing.idle', values: typed },
    },
    'with values of other types': {
      draft: { values: { ...typed, ...rest, grade: 8, father: null, acceptTerms: 'yes' }, ...nothingPaid },
      restored: { state: 'editing.idle', values: { ...typed, grade: '', father: '' } },
    },
    'with an order': {
      draft: { values: { ...typed, ...rest }, ...nothingPaid, order },
      restored: { state: 'editing.interrupted', values: typed },
    },
    'with an order of another shape': {
      draft: { values: { ...typed, ...rest }, ...nothingPaid, order: { orderId: 'order_1', rupees: 2000 } },
      restored: { state: 'editing.idle', values: typed },
    },
    'with a payment without signature': {
      draft: { values: { ...typed, ...rest }, order, paymentId: 'pay_1' },
      restored: { state: 'registering', values: typed },
    },
    'with a payment of an order that is not readable': {
      draft: { values: { ...typed, ...rest }, order: 'order_1', paymentId: 'pay_1', signature: 'signed' },
      restored: { state: 'editing.idle', values: typed },
    },
    'with a receipt of another shape': {
      draft: { values: { ...typed, ...rest }, ...nothingPaid, paymentId: 'pay_1', registered: true },
      restored: { state: 'editing.idle', values: typed },
    },
  },
  jobApplication: {
    'with a field that is gone, one that is new and one of another type': {
      draft: { isOpen: true, job, values: { name: 'Asha', email: 7, school: 'A school' }, resume: null },
      restored: { state: 'open.idle', values: { name: 'Asha' } },
    },
    'of a job of another shape': {
      draft: {
        isOpen: true,
        job: 'math-tutor',
        values: { name: 'Asha', email: '', phone: '', coverLetter: '' },
      },
      restored: { state: 'closed', values: { name: 'Asha' } },
    },
  },
  contact: {
    'with a field that is gone, one that is new and one of another type': {
      draft: { name: 'Asha', subject: 'Fees', message: ['Hello'] },
      restored: { state: 'idle', values: { name: 'Asha' } },
    },
  },
};
