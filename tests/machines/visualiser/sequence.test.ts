import { describe, expect, test } from 'vitest';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import {
  entriesOfFlow,
  rowAsText,
  sequenceAsMermaid,
  sequenceOf,
} from '../../../src/visualiser/tool/sequence/index.ts';
import type { TimelineEntry } from '../../../src/visualiser/tool/timeline/index.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';

const linesOf = (entries: readonly TimelineEntry[]) => {
  const sequence = sequenceOf(entries);
  return sequence.rows.map((row) => rowAsText(sequence, row));
};

const registration = simulatedTimeline(registrationFlow, [
  'changed: everything valid',
  'submitted: by the button',
  'createOrder: an open order',
  'after slowNotice',
  'loadCheckout: loaded',
  'checkoutDismissed: the customer closes the window',
]);

describe('a sequence', () => {
  test('has visitor, page, machine, server, payment window and clock, and what each sends', () => {
    expect(sequenceOf(registration).lifelines.map(({ name }) => name)).toEqual([
      'Visitor',
      'Page',
      'Machine',
      'Server',
      'Payment window',
      'Clock',
    ]);
    expect(linesOf(registration)).toEqual([
      '/register-re is loaded',
      'Page → Machine: the flow begins',
      'Machine is in editing.idle',
      'Visitor → Page: changed: everything valid',
      'Page → Machine: changed',
      'Visitor → Page: submitted: by the button',
      'Page → Machine: submitted',
      'Machine is in creatingOrder',
      'Machine → Server: createOrder',
      'Server → Machine: createOrder: an open order',
      'Machine is in loadingCheckout.requesting.onTime',
      'Machine → Payment window: loadCheckout',
      'Clock → Machine: after slowNotice',
      'Machine is in loadingCheckout.requesting.slow',
      'Payment window → Machine: loadCheckout: loaded',
      'Machine is in paying.open',
      'Machine → Payment window: checkout',
      'Payment window → Machine: checkoutDismissed: the customer closes the window',
      'Machine is in editing.dismissed',
    ]);
  });

  test('has the requests of the page and the responses to them, without what follows the path', () => {
    const page = { id: 'load', tab: 'tab', path: '/contact', title: 'Contact' };
    const common = { page, picture: null, flow: 'contact' };
    const lines = linesOf([
      {
        ...common,
        kind: 'request',
        number: 1,
        at: 1,
        request: { id: 1, method: 'POST', path: '/api/contact?name=Kiran', body: { name: 'Kiran' } },
      },
      { ...common, kind: 'response', number: 2, at: 2, response: { request: 1, status: 201, body: {} } },
      { ...common, kind: 'response', number: 3, at: 3, response: { request: 2, status: null, body: null } },
    ]);
    expect(lines).toEqual([
      'Page → Server: POST /api/contact',
      'Server → Page: 201',
      'Server → Page: no response',
    ]);
  });

  test('has what is typed once, and nothing that was typed', () => {
    const typed = ['K', 'Ki', 'Kiran'].map((name) => ({
      type: 'changed',
      values: { ...contactCases.events.changed['everything valid'].values, name },
    }));
    const lines = linesOf(simulatedTimeline(contactFlow, typed));
    expect(lines).toContain('Visitor → Page: changed (3 times)');
    expect(lines.join()).not.toContain('Ki');
  });

  test('names the machines where there are several, and has one flow alone where it is asked for', () => {
    const both = [...registration, ...simulatedTimeline(scholarshipTermsFlow, ['toggled: by the button'])];
    const names = (entries: readonly TimelineEntry[]) =>
      sequenceOf(entries).lifelines.map(({ name }) => name);
    expect(names(both)).toEqual(expect.arrayContaining(['Machine registration', 'Machine scholarshipTerms']));
    expect(names(entriesOfFlow(both, 'scholarshipTerms'))).toEqual(['Visitor', 'Page', 'Machine']);
  });
});

describe('as Mermaid', () => {
  test('it has each lifeline as a participant and each row as a statement', () => {
    const lines = sequenceAsMermaid(sequenceOf(registration)).split('\n');
    expect(lines[0]).toBe('sequenceDiagram');
    expect(lines).toContain('  participant paymentWindow as Payment window');
    expect(lines).toContain('  visitor->>page: submitted#58; by the button');
    expect(lines).toContain('  Note over visitor,clock: /register-re is loaded');
    expect(lines).toContain('  server-->>machine_registration: createOrder#58; an open order');
    expect(lines).toContain('  Note over machine_registration: paying.open');
  });

  test('texts do not end a statement, nor begin another', () => {
    const text = 'a; b #c\nend %% {x} <br> "q" A->>B: c --> d';
    const mermaid = sequenceAsMermaid({
      lifelines: [{ id: 'page', name: 'Page; x' }],
      rows: [{ id: '0', kind: 'note', over: 'page', text, isFailure: true }],
    });
    expect(mermaid.split('\n')).toHaveLength(3);
    const escaped = mermaid.split('Note over page: ')[1] ?? '';
    expect(escaped.replaceAll(/#\d+;/g, '')).not.toMatch(/[;#<>"{}%:]|--/);
    const decoded = escaped.replaceAll(/#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(decoded).toBe(text.replace('\n', ' '));
  });
});
