import { memo } from 'react';
import { useEscapeKey } from '../browser/escapeKey.ts';
import { useFocusOutside } from '../browser/focusOutside.ts';
import { useOnNavigation } from '../browser/navigation.ts';
import { navigationLinks } from '../content/navigation.ts';
import { site } from '../content/site.ts';
import { menuButtonId, mobileMenu } from '../flows/mobileMenu.ts';
import { useFlow } from '../flows/useFlow.ts';
import { Icon } from '../illustrations/Icon.tsx';
import { Illustration } from '../illustrations/Illustration.tsx';
import { SiteLink } from './SiteLink.tsx';

const HEADER_ID = 'site-header';

/** The links of the menu, which are the same whether it is open or closed. */
const MenuLinks = memo(() => (
  <nav id="site-menu" className="site-menu" aria-label="Main">
    <ul>
      {navigationLinks.map(({ label, href }) => (
        <li key={href}>
          <SiteLink href={href} marksCurrentPage>
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  </nav>
));

/** The navigation bar. On small screens a button shows and hides its links. Spec §2. */
export function Header() {
  const { snapshot, send, rootProps } = useFlow(mobileMenu);
  const isOpen = snapshot.matches('open');
  useEscapeKey(isOpen, () => send({ type: 'cancelled' }));
  useFocusOutside(HEADER_ID, isOpen, () => send({ type: 'focusLeft' }));
  useOnNavigation(() => send({ type: 'navigated' }));
  return (
    <header className="site-header" id={HEADER_ID} {...rootProps}>
      <SiteLink href="/" className="site-name">
        <Illustration name="emblem" load="eager" />
        <span translate="no">{site.name}</span>
      </SiteLink>
      <button
        type="button"
        id={menuButtonId}
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="site-menu"
        onClick={() => send({ type: 'toggled' })}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
        <span>Menu</span>
      </button>
      <MenuLinks />
      {isOpen && (
        <button
          type="button"
          className="menu-overlay"
          tabIndex={-1}
          aria-label="Close the menu"
          onClick={() => send({ type: 'overlayPressed' })}
        />
      )}
    </header>
  );
}
