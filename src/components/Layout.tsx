import type { ReactNode } from 'react';
import { site } from '../content/site.ts';
import { Icon } from '../illustrations/Icon.tsx';
import { CallBack } from './CallBack.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { NewTabLink } from './NewTabLink.tsx';
import { SkipLink } from './SkipLink.tsx';

type Props = {
  /** Rendered between the header and the page. */
  notice: ReactNode;
  children: ReactNode;
};

/** The frame of every page: skip link, header, footer, call-back and chat link. Spec §2. */
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
      <div className="floating">
        <CallBack />
        <aside className="chat" aria-label="Chat">
          <NewTabLink className="chat-link" href={site.chatHref}>
            <Icon name="chat" />
            <span className="floating-label">Chat with us</span>
          </NewTabLink>
        </aside>
      </div>
    </>
  );
}
