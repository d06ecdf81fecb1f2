import { useLocation } from 'react-router-dom';
import { removePageMetadata } from './browser/hydration.ts';
import { useNavigationFocusAndScroll, useOnNavigation } from './browser/navigation.ts';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { Layout } from './components/Layout.tsx';
import { RouteNotice } from './components/RouteNotice.tsx';
import { recoveryFrom } from './flows/recovery.ts';
import { loadedPageSnapshot, pageForPath, routeLoading } from './flows/routeLoading.ts';
import { useFlow } from './flows/useFlow.ts';
import { loadedScreen, matchScreen } from './screens.ts';

/** The screen at a path. Its code is loaded before it is shown. */
function Screen({ path }: { path: string }) {
  const { name, params } = matchScreen(path);
  const Component = loadedScreen(name);
  return Component ? <Component params={params} /> : null;
}

/** The page of the current location in the layout. A page stays until the code of the next one is loaded. Spec §2. */
export function Routes() {
  const { pathname } = useLocation();
  const first = pageForPath(pathname);
  const { snapshot, send, rootProps } = useFlow(routeLoading, { first }, loadedPageSnapshot(first));
  const { shown } = snapshot.context;
  useOnNavigation((path) => {
    removePageMetadata();
    send({ type: 'navigated', page: pageForPath(path) });
  });
  useNavigationFocusAndScroll(shown?.to);
  return (
    <div className="site" {...rootProps}>
      <Layout notice={<RouteNotice snapshot={snapshot} send={send} />}>
        {shown && (
          <ErrorBoundary path={shown.to} recoveryFrom={recoveryFrom}>
            <Screen path={shown.to} />
          </ErrorBoundary>
        )}
      </Layout>
    </div>
  );
}
