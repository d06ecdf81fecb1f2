import { createActor, fromTransition } from 'xstate';

type Search = { text: string; index: number };

type SearchEvent = { type: 'searched'; text: string } | { type: 'moved'; index: number };

const searchAfter = (search: Search, event: SearchEvent): Search =>
  event.type === 'searched' ? { text: event.text, index: 0 } : { ...search, index: event.index };

/** The words in the palette, and the index of the chosen command. */
export const paletteSearch = createActor(fromTransition(searchAfter, { text: '', index: 0 })).start();

/** The id of the dialog with every command. */
export const PALETTE = 'palette';

const paletteDialog = (): HTMLDialogElement | null => {
  const element = document.getElementById(PALETTE);
  return element instanceof HTMLDialogElement ? element : null;
};

let opener: Element | null = null;

/** Opens the palette, with the first words of a search. A press outside closes it: Safari has no `closedby`. */
export function openPalette(text = ''): void {
  const dialog = paletteDialog();
  if (!dialog || dialog.open) return;
  paletteSearch.send({ type: 'searched', text });
  opener = document.activeElement;
  dialog.onclick = ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom;
    if (target === dialog && isOutside) closePalette();
  };
  dialog.showModal();
}

/** Closes the palette. The focus moves back, which the browser alone does not do everywhere. */
export function closePalette(): void {
  paletteDialog()?.close();
  if (opener instanceof HTMLElement) opener.focus();
}
