import { Route, Routes as RouterRoutes } from 'react-router-dom';
import { RegistrationScreen } from './screens/registration/RegistrationScreen.tsx';

/** Every route of the site. Spec §2. */
export function Routes() {
  return (
    <RouterRoutes>
      <Route path="/register-re" element={<RegistrationScreen />} />
    </RouterRoutes>
  );
}
