import { afterEach, expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf, mutationsOf } from '../../../machines/paths/index.ts';
import { handleRequest, writtenComparison } from '../../../src/visualiser/tool/runs/index.ts';
import { writtenPlanOf } from '../../support/writtenPlans.ts';

/** The visualiser on a written plan, and on a machine that does something else. */

const { machine } = contactFlow;

afterEach(() => {
  contactFlow.machine = machine;
});

const plannedPaths = () => handleRequest({ kind: 'plan', flow: 'contact' });

test('the visualiser offers the tests of the written plan by their titles', async () => {
  const planned = await plannedPaths();
  expect(planned).toMatchObject({
    paths: writtenPlanOf(contactFlow).tests.map(({ title }) => ({ title })),
    differences: [],
  });
});

test('the visualiser draws the state of the machine and the written one', async () => {
  const retargeting = mutationsOf(contactFlow).find(({ name }) => /^retarget .*send.onDone/.test(name));
  if (!retargeting) throw new Error('no mutation leads elsewhere');
  contactFlow.machine = retargeting.apply(machine);
  const planned = await plannedPaths();
  const [first, ...others] = planned && 'differences' in planned ? planned.differences : [];
  expect(first?.sentence).toMatch(
    /^contact, test \d+, step \d+: send: accepted led to `\w+`, written is `done`\. If that is meant: npm run paths -- contact --write, /,
  );
  const chart = chartOf(contactFlow.machine);
  const statuses = writtenComparison(chart, first ? [first, ...others] : [])?.statuses;
  expect(statuses).toMatchObject({ [`contact.${first?.actual}`]: 'added', 'contact.done': 'removed' });
});
