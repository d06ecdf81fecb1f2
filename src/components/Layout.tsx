import type { ReactNode } from 'react';
import { site } from '../content/site.ts';
import { Icon } from '../illustrations/Icon.tsx';
import { CallBack } from './CallBack.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

type Props = {
  /** What stands between the header and the page. */
  notice: ReactNode;
  children: ReactNode;
};

/** What every page has: skip link, header, footer, call-back and chat link. Spec §2. */
export function Layout({ notice, children }: Props) {
  return (
    <>
      <SkipLink />
      <Header />
      {notice}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <CallBack />
      <aside className="chat" aria-label="Chat">
        <a className="chat-link" href={site.chatHref} target="_blank" rel="noopener">
          <Icon name="chat" />
          <span className="floating-label">Chat with us</span>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </aside>
    </>
  );
}
