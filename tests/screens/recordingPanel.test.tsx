import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import type { ObservedTransition } from '../../machines/paths/recording.ts';
import { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { RecordingPanel } from '../../src/visualiser/panels/RecordingPanel.tsx';

/** Observed transitions that only count: whoever reads one of them would do so again at every key that is typed. */
class Unread extends Array<ObservedTransition> {
  override map(): never {
    throw new Error('The transitions are read while they are recorded.');
  }
}

test('while a flow is recorded, nothing is done with what was recorded so far', () => {
  const snapshot = visualiserRecorderMachine.resolveState({
    value: 'recording',
    context: { flow: 'contact', path: '/contact', observedTransitions: new Unread(450), opened: null },
  });
  const nothing = () => {};
  render(
    <RecordingPanel
      flow={contactFlow}
      snapshot={snapshot}
      send={nothing}
      persistedSnapshot={null}
      path="/contact"
      isBusy={false}
      replay={nothing}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe('Recording: 450 steps');
});
