// Files are read and written off the window's thread; the result comes back to it.
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>

namespace lockstep::ui {

/// Runs `work` on a thread of the pool and then `done(result)` on the thread of `context`, unless that is gone by then.
template <class Work, class Done>
void onWorker(QObject* context, Work work, Done done, QThreadPool& pool = *QThreadPool::globalInstance()) {
    using Value = std::invoke_result_t<Work>;
    auto promise = std::make_shared<QPromise<std::shared_ptr<Value>>>();
    QFuture<std::shared_ptr<Value>> future = promise->future();
    promise->start();
    future.then(context, [done = std::move(done)](const std::shared_ptr<Value>& value) mutable { done(std::move(*value)); });
    pool.start([promise, work = std::move(work)]() mutable {
        promise->addResult(std::make_shared<Value>(work()));
        promise->finish();
    });
}

} // namespace lockstep::ui
