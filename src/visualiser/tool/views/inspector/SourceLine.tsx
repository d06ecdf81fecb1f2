import type { ChartModel, Flow } from '../../../../../machines/paths/index.ts';
import { sourceLineOf } from '../../model/sourceLines.ts';

type Props = { flow: Flow; model: ChartModel; id: string };

/** Where a state or a transition is written, with a link to the editor on the machine that built the site. */
export function SourceLine({ flow, model, id }: Props) {
  const root = import.meta.env.VITE_SOURCE_ROOT;
  const line = sourceLineOf(flow, model, id);
  return root ? <a href={`vscode://file${root}/${line}`}>{line}</a> : <code>{line}</code>;
}
