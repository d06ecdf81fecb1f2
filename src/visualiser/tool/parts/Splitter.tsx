import type { KeyboardEvent, PointerEvent } from 'react';

type Props = {
  label: string;
  /** Whether the line is vertical, between left and right. */
  isVertical: boolean;
  /** The size of the part after a vertical line, or above a horizontal one, in percent of the element around it. */
  percent: number;
  range: { least: number; most: number };
  onResize: (percent: number) => void;
};

const STEP = 5;

/** The line between two parts, which a pointer or the arrow keys move. */
export function Splitter({ label, isVertical, percent, range: { least, most }, onResize }: Props) {
  const keys: Record<string, number> = {
    [isVertical ? 'ArrowLeft' : 'ArrowDown']: Math.min(percent + STEP, most),
    [isVertical ? 'ArrowRight' : 'ArrowUp']: Math.max(percent - STEP, least),
    Home: least,
    End: most,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = keys[event.key];
    if (chosen === undefined) return;
    event.preventDefault();
    onResize(chosen);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const around = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!around || event.buttons !== 1 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onResize(
      isVertical
        ? ((around.right - event.clientX) / around.width) * 100
        : ((event.clientY - around.top) / around.height) * 100,
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is a separator, and <hr> has no pointer
    <div
      className={isVertical ? 'splitter is-vertical' : 'splitter'}
      role="separator"
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuenow={percent}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
