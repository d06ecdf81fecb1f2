import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type' | 'disabled'> & { isDisabled?: boolean };

/** A button that can be off and keeps the focus then: a disabled one would lose it as soon as it is pressed. */
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
