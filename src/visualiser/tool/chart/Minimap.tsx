import type { PointerEvent } from 'react';
import type {
  DrawnChart,
  Point,
  Size,
  View,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';

const LARGEST: Size = { width: 180, height: 120 };
/** The largest part of the width and of the height of the viewport that it covers. */
const LARGEST_PART = 0.25;
/** The smallest viewport in which it is shown. */
const SMALLEST_VIEWPORT: Size = { width: 320, height: 240 };

type Props = {
  drawn: DrawnChart;
  view: View;
  size: Size;
  /** Id of the innermost active state. */
  active: string | null;
  /** Moves the chart by pixels of the viewport. */
  onMove: (by: Point) => void;
};

/** The whole chart in small, with the part in sight, which a pointer moves. Shown while a part is out of sight. */
export function Minimap({ drawn: { layout }, view, size, active, onMove }: Props) {
  const isWhole =
    view.x >= -1 &&
    view.y >= -1 &&
    view.x + layout.width * view.scale <= size.width + 1 &&
    view.y + layout.height * view.scale <= size.height + 1;
  if (isWhole || size.width < SMALLEST_VIEWPORT.width || size.height < SMALLEST_VIEWPORT.height) return null;
  const scale = Math.min(
    Math.min(LARGEST.width, size.width * LARGEST_PART) / layout.width,
    Math.min(LARGEST.height, size.height * LARGEST_PART) / layout.height,
  );
  const moveTo = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
    onMove({
      x: size.width / 2 - at.x * view.scale - view.x,
      y: size.height / 2 - at.y * view.scale - view.y,
    });
  };
  return (
    <svg
      className="minimap"
      aria-hidden="true"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.buttons === 1) moveTo(event);
      }}
      onPointerUp={(event) => event.stopPropagation()}
    >
      {Object.entries(layout.states).map(([id, { x, y, width, height }]) => (
        <rect
          key={id}
          className={id === active ? 'is-active' : ''}
          x={x}
          y={y}
          width={width}
          height={height}
        />
      ))}
      <rect
        className="minimap-view"
        x={-view.x / view.scale}
        y={-view.y / view.scale}
        width={size.width / view.scale}
        height={size.height / view.scale}
      />
    </svg>
  );
}
