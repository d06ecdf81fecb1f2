import { Route, Routes as RouterRoutes, useLocation } from 'react-router-dom';
import { useArrival, useOnNavigation } from './browser/navigation.ts';
import { Layout } from './components/Layout.tsx';
import { RouteNotice } from './components/RouteNotice.tsx';
import { pageAt, routeLoading, startAt } from './flows/routeLoading.ts';
import { useFlow } from './flows/useFlow.ts';
import { loadedScreen, screenNames, screens } from './screens/screens.ts';

/** The code of a screen, which is there before the screen is shown. */
function Screen({ name }: { name: string }) {
  const Loaded = loadedScreen(name);
  return Loaded ? <Loaded /> : null;
}

/** Every route of the site, in its layout. A page stays until the code of the next one is there. Spec §2. */
export function Routes() {
  const { pathname } = useLocation();
  const first = pageAt(pathname);
  const { snapshot, send, marks } = useFlow(routeLoading, { first }, startAt(first));
  const { shown } = snapshot.context;
  useOnNavigation((path) => send({ type: 'navigated', page: pageAt(path) }));
  useArrival(shown?.to);
  return (
    <div className="site" {...marks}>
      <Layout notice={<RouteNotice snapshot={snapshot} send={send} />}>
        {shown && (
          <RouterRoutes location={shown.to}>
            {screenNames.flatMap((name) =>
              screens[name].paths.map((path) => (
                <Route key={path} path={path} element={<Screen name={name} />} />
              )),
            )}
          </RouterRoutes>
        )}
      </Layout>
    </div>
  );
}
