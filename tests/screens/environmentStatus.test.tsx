import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { EnvironmentStatus } from '../../src/visualiser/environment/EnvironmentStatus.tsx';
import type {
  EnvironmentSettings,
  ServerAnswer,
} from '../../src/visualiser/environment/environment.types.ts';
import { environmentStore } from '../../src/visualiser/environment/environmentStore.ts';

afterEach(cleanup);

test.each<[Partial<Omit<EnvironmentSettings, 'answers'>>, string]>([
  [{ network: 'slow' }, 'slow network'],
  [{ network: 'lost', colorScheme: 'light' }, 'lost network, light'],
  [{ locale: 'hi-IN', colorScheme: 'dark' }, 'hi-IN, dark'],
  [{ reducedMotion: 'reduce' }, 'reduced motion'],
  [{ reducedMotion: 'no-preference' }, 'full motion'],
])('the head says that %o is set, until it is reset, which moves the focus to it', async (settings, said) => {
  render(<EnvironmentStatus />);
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent(/^$/);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => environmentStore.send({ type: 'set', settings }));
  expect(status).toHaveTextContent(`The page has: ${said}.`);
  await userEvent.click(screen.getByRole('button', { name: 'As the browser is' }));
  expect(status).toHaveTextContent(/^$/);
  expect(status).toHaveFocus();
  expect(status.tabIndex).toBe(-1);
});

test('the head counts the answers that are still to be given', () => {
  render(<EnvironmentStatus />);
  const status = screen.getByRole('status');
  const answer: ServerAnswer = { actor: 'send', status: 503, body: '', delay: 0, times: 2 };
  act(() => environmentStore.send({ type: 'answerAdded', flow: 'contact', answer }));
  act(() => environmentStore.send({ type: 'answerAdded', flow: 'contact', answer: { ...answer, times: 1 } }));
  expect(status).toHaveTextContent('The page has: 3 answers set.');
  act(() => environmentStore.send({ type: 'answersUsed', left: [0, 1] }));
  expect(status).toHaveTextContent('The page has: 1 answer set.');
  act(() => environmentStore.send({ type: 'answersUsed', left: [0, 0] }));
  expect(status).toHaveTextContent(/^$/);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => environmentStore.send({ type: 'reset' }));
});
