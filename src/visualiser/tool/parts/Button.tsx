import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type' | 'disabled'> & { isDisabled?: boolean };

/** A button that can be disabled without losing the focus, as the `disabled` attribute would. */
export function Button({ isDisabled = false, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    />
  );
}
