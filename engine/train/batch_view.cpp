#include "train/batch_view.h"

#include <algorithm>

namespace lockstep::train {

static HostTensor rowsOf(const HostTensor& tensor, std::int64_t from, std::int64_t count) {
    const auto rowBytes = tensor.bytes() / static_cast<std::size_t>(std::max<std::int64_t>(1, tensor.shape()[0]));
    auto shape = tensor.shape();
    shape.set(0, count);
    // The view keeps the whole tensor alive; bytes are not written to.
    auto owner = std::make_shared<HostTensor>(tensor);
    auto* bytes = owner->data() + static_cast<std::size_t>(from) * rowBytes;
    return HostTensor::view(tensor.dtype(), shape, bytes, std::move(owner));
}

BatchView BatchView::rows(std::int64_t from, std::int64_t count) const {
    BatchView view{count, {}, {}};
    for (const auto& tensor : inputs) view.inputs.push_back(rowsOf(tensor, from, count));
    for (const auto& tensor : targets) view.targets.push_back(rowsOf(tensor, from, count));
    return view;
}

} // namespace lockstep::train
