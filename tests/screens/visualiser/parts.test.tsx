import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PathFailure } from '../../../machines/paths/pathFailure.ts';
import { Button } from '../../../src/visualiser/parts/Button.tsx';
import { Choices } from '../../../src/visualiser/parts/Choices.tsx';
import { ContextTable } from '../../../src/visualiser/parts/ContextTable.tsx';
import { Deferred } from '../../../src/visualiser/parts/Deferred.tsx';
import { ErrorBoundary } from '../../../src/visualiser/parts/ErrorBoundary.tsx';
import { FailureView } from '../../../src/visualiser/parts/FailureView.tsx';
import { FileInput } from '../../../src/visualiser/parts/FileInput.tsx';
import { RenderFailure } from '../../../src/visualiser/parts/RenderFailure.tsx';

/** Parts of the visualiser that have little to do with a flow, each on its own. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));

/** Returns the names of the buttons that are pressed. */
const pressed = () =>
  screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

test('a disabled button does nothing, and can have the focus', () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Go</Button>);
  expect(button('Go')).not.toHaveAttribute('aria-disabled');
  expect(button('Go')).toHaveAttribute('type', 'button');
  click('Go');
  expect(onClick).toHaveBeenCalledOnce();
  rerender(
    <Button isDisabled onClick={onClick}>
      Go
    </Button>,
  );
  expect(button('Go')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Go')).not.toHaveAttribute('disabled');
  click('Go');
  expect(onClick).toHaveBeenCalledOnce();
});

test('of a group of choices one is pressed', () => {
  const onChoose = vi.fn();
  const choices = [
    { id: 'a', label: 'One' },
    { id: 'b', label: 'Other' },
  ] as const;
  render(<Choices label="Which" choices={choices} chosen="b" onChoose={onChoose} />);
  expect(screen.getByRole('group', { name: 'Which' })).toHaveTextContent('OneOther');
  expect(pressed()).toEqual(['Other']);
  click('One');
  expect(onChoose.mock.calls).toEqual([['a']]);
});

test('a table of values marks those that have changed', () => {
  const changes = [
    { path: 'a', before: '1', after: '2', isChanged: true },
    { path: 'b', before: '3', after: '3', isChanged: false },
  ];
  render(<ContextTable title="what" changes={changes} />);
  const rows = screen
    .getAllByRole('row')
    .map(({ className, children }) => [className, ...[...children].map(({ textContent }) => textContent)]);
  expect(rows).toEqual([
    ['', 'what', 'before', 'after'],
    ['changed', 'a', '1', '2'],
    ['', 'b', '3', '3'],
  ]);
});

test('what is deferred is rendered after what is around it', () => {
  const around = <p>around{<Deferred>later</Deferred>}</p>;
  expect(renderToStaticMarkup(around)).toBe('<p>around</p>');
  render(around);
  expect(screen.getByText('aroundlater')).toBeVisible();
});

describe('an error boundary', () => {
  let thrown: unknown = null;
  const Part = () => {
    if (thrown !== null) throw thrown;
    return 'the part';
  };
  const shown = () =>
    render(
      <ErrorBoundary
        fallback={(error, retry) => (
          <RenderFailure error={error} action="Try again" onAction={retry}>
            <a href="/">More</a>
          </RenderFailure>
        )}
      >
        <Part />
      </ErrorBoundary>,
    ).container;

  test.each([
    ['an error', new Error('It broke.'), 'It broke.'],
    ['something else', 'a text', 'a text'],
  ])('shows %s in place of what has thrown it, until it can be shown again', (_, error, message) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    thrown = error;
    const container = shown();
    expect(screen.getByRole('region', { name: 'Error' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      `This part of the visualiser cannot be shown: ${message}`,
    );
    expect(screen.getByText('More')).toBeVisible();
    click('Try again');
    expect(screen.getByRole('alert')).toBeVisible();
    thrown = null;
    click('Try again');
    expect(container).toHaveTextContent(/^the part$/);
  });
});

describe('a failure', () => {
  const failure: PathFailure = {
    ...{ flow: 'contact', level: 'screens', path: 'path 1', page: '/contact' },
    steps: [
      { name: 'opened: by click', state: 'idle' },
      { name: 'changed: all', state: 'idle' },
      { name: 'submitted: by the button', state: 'done' },
    ],
    ...{ checks: ['one check', 'another'], actual: 'failed', problem: 'It went wrong.', picture: null },
  };
  const part = (name: string) => screen.getByRole('region', { name }).textContent;

  test('has what the failed step should have led to beside what it led to', () => {
    render(<FailureView failure={failure} />);
    expect(part('Expected')).toBe(
      'ExpectedStep 3, "submitted: by the button", leads to doneone checkanother',
    );
    expect(part('Actual')).toBe(
      'ActualIt led to failedIt went wrong.The picture is too long for the link. It is in the file of the failure: open that in Paths.',
    );
  });

  test('without a page has no picture, and says where nothing was rendered', () => {
    render(<FailureView failure={{ ...failure, level: 'machines', actual: null, steps: [] }} />);
    expect(part('Expected')).toMatch(/^ExpectedStep 0, "", leads to/);
    expect(part('Actual')).toBe(
      'ActualNothing rendered the flow.It went wrong.A bare machine has no page to show.',
    );
  });

  test('shows an image, or a document whose scripts do not run', () => {
    const { rerender } = render(
      <FailureView failure={{ ...failure, picture: 'data:image/png;base64,AA' }} />,
    );
    const image = screen.getByAltText('The page when the test failed');
    expect(image).toHaveAttribute('src', 'data:image/png;base64,AA');
    expect(image).toHaveClass('failure-picture');
    rerender(<FailureView failure={{ ...failure, picture: '<p>data:image/ is a text here</p>' }} />);
    const frame = screen.getByTitle('The page when the test failed');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame.attributes.getNamedItem('srcdoc')?.value).toBe('<p>data:image/ is a text here</p>');
    expect(frame).toHaveClass('failure-picture');
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('a field for a file', () => {
  const choose = (field: HTMLElement, ...texts: string[]) =>
    fireEvent.change(field, { target: { files: texts.map((text) => new File([text], 'a.json')) } });

  test('opens it, says what is wrong with it, and opens it again', async () => {
    const open = vi.fn((text: string) => (text === 'good' ? null : `This is ${text}.`));
    render(<FileInput label="A file" open={open} />);
    const field = screen.getByLabelText<HTMLInputElement>('A file');
    expect(field).toBeEnabled();
    expect(field.closest('label')?.textContent).toBe('A file ');
    expect([field.type, field.accept]).toEqual(['file', '.json']);
    const setValue = vi.spyOn(field, 'value', 'set');
    choose(field, 'bad');
    await waitFor(() => expect(field.validationMessage).toBe('This is bad.'));
    expect(setValue).not.toHaveBeenCalled();
    choose(field, 'good');
    await waitFor(() => expect(setValue).toHaveBeenCalledExactlyOnceWith(''));
    expect(field.validationMessage).toBe('');
    expect(open.mock.calls).toEqual([['bad'], ['good']]);
  });

  test('opens nothing where no file was chosen, or it is disabled', async () => {
    const open = vi.fn(() => null);
    const { rerender } = render(<FileInput label="A file" open={open} />);
    const field = screen.getByLabelText<HTMLInputElement>('A file');
    choose(field);
    choose(field, 'first');
    await waitFor(() => expect(open.mock.calls).toEqual([['first']]));
    rerender(<FileInput label="A file" isDisabled open={open} />);
    expect(field).toBeDisabled();
  });
});
