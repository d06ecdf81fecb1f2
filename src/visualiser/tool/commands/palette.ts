/** The id of the dialog with every command. */
export const PALETTE = 'palette';

const paletteDialog = (): HTMLDialogElement | null => {
  const element = document.getElementById(PALETTE);
  return element instanceof HTMLDialogElement ? element : null;
};

let opener: Element | null = null;

/** Opens the palette, which finds every command. A press outside closes it: Safari has no `closedby`. */
export function openPalette(): void {
  const dialog = paletteDialog();
  if (!dialog || dialog.open) return;
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
