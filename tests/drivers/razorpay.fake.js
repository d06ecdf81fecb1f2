// Stands in for the provider's checkout.js: the same contract, but the test decides what happens in its window.
// Each window deletes the global, so that the next one requests the script again.
window.Razorpay = class {
  constructor(options) {
    delete window.Razorpay;
    if (window.isCheckoutBroken) {
      delete window.isCheckoutBroken;
      throw new Error('The window cannot be opened.');
    }
    const frame = document.createElement('div');
    frame.textContent = 'Payment window';
    frame.id = 'payment-window';
    frame.tabIndex = -1;
    const failed = [];
    this.on = (_event, listener) => failed.push(listener);
    this.open = () => {
      document.body.append(frame);
      frame.focus();
    };
    this.close = () => frame.remove();
    window.performInCheckout = (action) => {
      switch (action.type) {
        case 'pay':
          frame.remove();
          return options.handler({
            razorpay_payment_id: action.paymentId,
            razorpay_order_id: options.order_id,
            ...(action.signature && { razorpay_signature: action.signature }),
          });
        case 'unclear':
          frame.remove();
          return options.handler(
            action.about === 'no payment'
              ? { razorpay_order_id: options.order_id }
              : { razorpay_payment_id: 'pay_other', razorpay_order_id: 'order_of_somebody_else' },
          );
        case 'fail':
          for (const listener of failed)
            listener({
              error: {
                code: 'BAD_REQUEST_ERROR',
                ...(action.description && { description: action.description }),
              },
            });
          return undefined;
        case 'report':
          for (const listener of action.event === 'success' ? [options.handler] : failed)
            listener(action.response);
          return undefined;
        case 'dismiss':
          frame.remove();
          return options.modal.ondismiss();
        default:
          return frame.remove();
      }
    };
    window.checkoutOptions = JSON.parse(JSON.stringify(options));
  }
};
