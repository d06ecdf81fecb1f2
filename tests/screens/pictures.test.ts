import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pictures } from '../../src/visualiser/agent/Pictures.ts';

const { takePicture } = vi.hoisted(() => ({ takePicture: vi.fn() }));
vi.mock('../../src/visualiser/agent/picture.ts', () => ({ takePicture }));

/** When pictures of the page are taken: not often, and the last state always soon. */

const sent: number[] = [];
let order: number;
let pictures: Pictures;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  order = 1;
  pictures = new Pictures({
    isWanted: () => true,
    order: () => order,
    contexts: () => [],
    send: (picture) => sent.push(picture.order),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

/** Lets a picture take a time, in milliseconds. */
const takes = (milliseconds: number) =>
  takePicture.mockImplementation(() => void vi.advanceTimersByTime(milliseconds));

test('one that took long delays the next by two seconds at most', async () => {
  takes(1_000);
  pictures.take();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([1]);
  order = 2;
  pictures.take();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toEqual([1, 2]);
});

test('they take a twentieth of the time', async () => {
  takes(50);
  pictures.take();
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toEqual([1]);
  order = 2;
  pictures.take();
  await vi.advanceTimersByTimeAsync(700);
  expect(sent).toEqual([1]);
  await vi.advanceTimersByTimeAsync(600);
  expect(sent).toEqual([1, 2]);
});

test('those that are quick follow each other after a quarter of a second, and the last state has one', async () => {
  pictures.take();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([1]);
  order = 2;
  pictures.take();
  await vi.advanceTimersByTimeAsync(100);
  order = 3;
  pictures.take();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([1, 3]);
});
