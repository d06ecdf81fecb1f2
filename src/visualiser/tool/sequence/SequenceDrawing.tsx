import { HEAD_HEIGHT, type PlacedRow, ROW_HEIGHT, type SequenceLayout } from './layout.ts';
import type { Sequence } from './types.ts';

const HALF_NOTE = 11;

function Message({
  placed: { row, y, text },
  columns,
}: { placed: PlacedRow } & Pick<SequenceLayout, 'columns'>) {
  if (row.kind !== 'message') return null;
  const [from, to] = [columns[row.from] ?? 0, columns[row.to] ?? 0];
  const back = to > from ? -8 : 8;
  return (
    <g className={row.isReply ? 'is-reply' : undefined}>
      <text x={(from + to) / 2} y={y - 6}>
        {text}
      </text>
      <path className="sequence-arrow" d={`M${from} ${y}H${to + back}`} />
      <path className="sequence-arrow-head" d={`M${to} ${y}l${back} -4v8z`} />
    </g>
  );
}

function Note({
  placed: { row, y, text, width },
  columns,
}: { placed: PlacedRow } & Pick<SequenceLayout, 'columns'>) {
  if (row.kind !== 'note') return null;
  const x = columns[row.over] ?? 0;
  return (
    <g className={row.isFailure ? 'is-failure' : undefined}>
      <rect
        className="sequence-note"
        x={x - width / 2}
        y={y - HALF_NOTE - 4}
        width={width}
        height={2 * HALF_NOTE}
        rx={4}
      />
      <text x={x} y={y}>
        {text}
      </text>
    </g>
  );
}

function PageLoad({ placed: { y, text, width }, whole }: { placed: PlacedRow; whole: number }) {
  return (
    <g>
      <path className="sequence-load" d={`M0 ${y - 4}H${whole}`} />
      <rect
        className="sequence-load-label"
        x={(whole - width) / 2}
        y={y - HALF_NOTE - 4}
        width={width}
        height={2 * HALF_NOTE}
      />
      <text x={whole / 2} y={y}>
        {text}
      </text>
    </g>
  );
}

/** The drawing of a sequence at scale 1, to be put into an SVG element of the size of the layout. */
export function SequenceDrawing({ sequence, layout }: { sequence: Sequence; layout: SequenceLayout }) {
  const { columns, heads, rows, height, width } = layout;
  return (
    <g className="sequence-drawing">
      {sequence.lifelines.map(({ id, name }) => {
        const [x, boxWidth] = [columns[id] ?? 0, heads[id] ?? 0];
        return (
          <g key={id}>
            <path className="sequence-lifeline" d={`M${x} ${HEAD_HEIGHT}V${height - ROW_HEIGHT / 2}`} />
            <rect className="sequence-head" x={x - boxWidth / 2} y={2} width={boxWidth} height={24} rx={4} />
            <text x={x} y={18}>
              {name}
            </text>
          </g>
        );
      })}
      {rows.map((placed) => {
        const { kind, id } = placed.row;
        if (kind === 'message') return <Message key={id} placed={placed} columns={columns} />;
        if (kind === 'note') return <Note key={id} placed={placed} columns={columns} />;
        return <PageLoad key={id} placed={placed} whole={width} />;
      })}
    </g>
  );
}
