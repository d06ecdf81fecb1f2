import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { EnvironmentStatus } from '../../src/visualiser/environment/EnvironmentStatus.tsx';
import type { EnvironmentSettings } from '../../src/visualiser/environment/environment.types.ts';
import { environmentStore } from '../../src/visualiser/environment/environmentStore.ts';

afterEach(cleanup);

test.each<[Partial<Omit<EnvironmentSettings, 'answers'>>, string]>([
  [{ network: 'slow' }, 'slow network'],
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
});
