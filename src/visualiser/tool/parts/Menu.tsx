import type { ReactNode, Ref } from 'react';

type Props = {
  id: string;
  /** The accessible name of its button, and the text on it. */
  label: string;
  sign: string;
  buttonRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

const close = (element: Element) => {
  const menu = element.closest<HTMLElement>('[popover]');
  if (menu?.matches(':popover-open')) menu.hidePopover();
};

/** A button with a menu, which the browser closes by Escape and by a press elsewhere. */
export function Menu({ id, label, sign, buttonRef, children }: Props) {
  return (
    <>
      <button ref={buttonRef} type="button" popoverTarget={`menu-${id}`} aria-label={label}>
        {sign}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button or a link in it is a click as well */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons and links are pressed */}
      <div
        id={`menu-${id}`}
        popover="auto"
        className="dropdown"
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('button, a')) close(currentTarget);
        }}
      >
        {children}
      </div>
    </>
  );
}
