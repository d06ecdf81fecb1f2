import type { ReactNode } from 'react';
import { announcerId } from '../browser/focus.ts';
import { site } from '../content/site.ts';
import { recoveryFrom } from '../flows/recovery.ts';
import { Icon } from '../illustrations/Icon.tsx';
import { CallBack } from './CallBack.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
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
      <ErrorBoundary recoveryFrom={recoveryFrom}>
        <Header />
      </ErrorBoundary>
      {notice}
      <div id={announcerId} role="alert" className="visually-hidden" />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <ErrorBoundary recoveryFrom={recoveryFrom}>
        <Footer />
      </ErrorBoundary>
      <div className="floating">
        <ErrorBoundary recoveryFrom={recoveryFrom}>
          <CallBack />
        </ErrorBoundary>
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
