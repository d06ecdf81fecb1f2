import { useLocation } from 'react-router-dom';
import { dropPageData } from './browser/hydration.ts';
import { useArrival, useOnNavigation } from './browser/navigation.ts';
import { Layout } from './components/Layout.tsx';
import { RouteNotice } from './components/RouteNotice.tsx';
import { pageAt, routeLoading, startAt } from './flows/routeLoading.ts';
import { useFlow } from './flows/useFlow.ts';
import { loadedScreen, matchAt } from './screens/screens.ts';

/** The screen at a path, whose code is there before it is shown. */
function Screen({ path }: { path: string }) {
  const { name, params } = matchAt(path);
  const Loaded = loadedScreen(name);
  return Loaded ? <Loaded params={params} /> : null;
}

/** Every route of the site, in its layout. A page stays until the code of the next one is there. Spec §2. */
export function Routes() {
  const { pathname } = useLocation();
  const first = pageAt(pathname);
  const { snapshot, send, marks } = useFlow(routeLoading, { first }, startAt(first));
  const { shown } = snapshot.context;
  useOnNavigation((path) => {
    dropPageData();
    send({ type: 'navigated', page: pageAt(path) });
  });
  useArrival(shown?.to);
  return (
    <div className="site" {...marks}>
      <Layout notice={<RouteNotice snapshot={snapshot} send={send} />}>
        {shown && <Screen path={shown.to} />}
      </Layout>
    </div>
  );
}
